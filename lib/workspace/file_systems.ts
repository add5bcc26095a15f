// What kinds of file systems there are and how far their locks and shared memory can be trusted. Pure tables.
// It knows names and numbers of kinds, and nothing of paths or of this machine.

/**
 * How a kind of file system is to be treated.
 *
 * - `local`: one kernel, its own disk or memory: shared memory and locks work.
 * - `shared`: the same files are reached through another kernel, a virtual machine's host or Windows itself:
 *   memory is not shared with it, locks work at least among the processes on this side.
 * - `network`: memory is not shared, locks are part of the protocol.
 * - `without_locks`: locks do not reach the other side, or files arrive there late: two writers would not notice.
 * - `unknown`: none of these.
 */
export type FileSystemGroup = "local" | "shared" | "network" | "without_locks" | "unknown";

const GROUPS: Readonly<Record<Exclude<FileSystemGroup, "unknown">, readonly string[]>> = {
  local: [
    ...["ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "bcachefs", "jfs", "reiserfs"],
    ...[
      "nilfs2",
      "tmpfs",
      "ramfs",
      "rootfs",
      "overlay",
      "aufs",
      "ecryptfs",
      "apfs",
      "hfs",
      "hfsplus",
    ],
    ...["ntfs", "ntfs3", "fuseblk", "vfat", "msdos", "exfat", "ufs"],
  ],
  shared: [
    ...["9p", "drvfs", "virtiofs", "fakeowner", "vboxsf", "vmhgfs", "prl_fs", "wslfs", "lxfs"],
    ...["fuse.grpcfuse", "fuse.osxfs", "osxfs", "grpcfuse", "fuse.vmhgfs-fuse"],
  ],
  network: [
    ...["nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "ceph", "fuse.ceph-fuse", "lustre", "gpfs"],
    ...["gfs2", "ocfs2", "glusterfs", "fuse.glusterfs", "beegfs", "orangefs"],
  ],
  without_locks: [
    ...["afs", "coda", "ncpfs", "davfs", "fuse.davfs2", "fuse.sshfs", "fuse.rclone", "fuse.s3fs"],
    ...["fuse.gcsfuse", "fuse.goofys", "fuse.mount-s3", "fuse.blobfuse", "fuse.blobfuse2"],
    ...["fuse.curlftpfs", "fuse.gvfsd-fuse", "fuse.kio-fuse", "fuse.google-drive-ocamlfuse"],
  ],
};

const GROUP_BY_NAME = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) =>
    names.map((name) => [name, group as FileSystemGroup] as const)
  ),
);

/** Mount options with which locks stay on this machine although others reach the same files. */
const LOCKS_OFF: readonly RegExp[] = [/^nolock$/, /^local_lock=(all|posix)$/, /^nobrl$/];

/**
 * Names the group of a file system by its name in a mount table, `fuse.sshfs` for one, and its mount options.
 * A network file system mounted with its locks turned off is `without_locks`.
 */
export function groupOf(name: string, options: readonly string[] = []): FileSystemGroup {
  const group = GROUP_BY_NAME.get(name) ?? "unknown";
  const isOff = group === "network" &&
    options.some((option) => LOCKS_OFF.some((pattern) => pattern.test(option)));
  return isOff ? "without_locks" : group;
}

/** The numbers that Linux gives kinds of file systems, statfs(2). */
const NAME_BY_NUMBER: ReadonlyMap<number, string> = new Map([
  [0xef53, "ext4"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0x2fc12fc1, "zfs"],
  [0xf2f52010, "f2fs"],
  [0xca451a4e, "bcachefs"],
  [0x3153464a, "jfs"],
  [0x52654973, "reiserfs"],
  [0x3434, "nilfs2"],
  [0x01021994, "tmpfs"],
  [0x858458f6, "ramfs"],
  [0x794c7630, "overlay"],
  [0x61756673, "aufs"],
  [0xf15f, "ecryptfs"],
  [0x482b, "hfsplus"],
  [0x5346544e, "ntfs"],
  [0x7366746e, "ntfs3"],
  [0x4d44, "vfat"],
  [0x2011bab0, "exfat"],
  [0x01021997, "9p"],
  [0x53464846, "drvfs"],
  [0x786f4256, "vboxsf"],
  [0xbacbacbc, "vmhgfs"],
  [0x7c7c6673, "prl_fs"],
  [0x6969, "nfs"],
  [0xff534d42, "cifs"],
  [0xfe534d42, "smb2"],
  [0x517b, "smbfs"],
  [0x00c36400, "ceph"],
  [0x0bd00bd0, "lustre"],
  [0x47504653, "gpfs"],
  [0x01161970, "gfs2"],
  [0x7461636f, "ocfs2"],
  [0x5346414f, "afs"],
  [0x6b414653, "afs"],
  [0x73757245, "coda"],
  [0x65735546, "fuse"],
]);

/**
 * Names a kind of file system by its number on Linux; undefined for one that is not known.
 * All of FUSE, virtiofs among it, has one number: `fuse`, which is in no group.
 */
export function nameOfNumber(number: number): string | undefined {
  // Some systems hand the number on with its sign.
  return NAME_BY_NUMBER.get(number >>> 0);
}

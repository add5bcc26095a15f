// A registry on this machine that takes `deno publish` and serves what it took in JSR's own layout of files.
import { createHash } from "node:crypto";
import { join, relative } from "node:path";

/** A registry that is open until disposed. */
export interface Registry extends AsyncDisposable {
  /** For JSR_URL. */
  readonly url: string;
  /** Paths of the files published, from the top of the package. */
  readonly files: readonly string[];
  /** Changes what is served for a file, so that it no longer is what the manifest says. */
  spoil(path: string, content: string): void;
}

interface Published {
  readonly scope: string;
  readonly name: string;
  readonly version: string;
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Opens a registry for one package on 127.0.0.1 at a free port. */
export function openRegistry(): Registry {
  let published: Published | undefined;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const wanted = /^\/api\/scopes\/([\w-]+)\/packages\/([\w-]+)(?:\/versions\/([\w.-]+))?$/.exec(
        pathname,
      );
      if (!wanted) return published ? serveFile(published, pathname) : notFound();
      const [, scope, name, version] = wanted as unknown as [string, string, string, string?];
      if (request.method === "POST" && version) {
        const files = await unpack(new Uint8Array(await request.arrayBuffer()));
        published = { scope, name, version, files };
        return Response.json({ id: "1", status: "success", error: null });
      }
      return version ? notFound() : Response.json({ scope, name });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    get files() {
      return [...published?.files.keys() ?? []].sort();
    },
    spoil(path, content) {
      published?.files.set(`${path}#served`, new TextEncoder().encode(content));
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function notFound(): Response {
  return Response.json({ code: "packageVersionNotFound", message: "none" }, { status: 404 });
}

function serveFile(of: Published, pathname: string): Response {
  const base = `/@${of.scope}/${of.name}/`;
  if (!pathname.startsWith(base)) return notFound();
  const rest = pathname.slice(base.length);
  if (rest === "meta.json") {
    const { scope, name, version } = of;
    return Response.json({ scope, name, latest: version, versions: { [version]: {} } });
  }
  if (rest === `${of.version}_meta.json`) return Response.json(versionMeta(of));
  const path = rest.slice(of.version.length + 1);
  const content = of.files.get(`${path}#served`) ?? of.files.get(path);
  return content ? new Response(content) : notFound();
}

function versionMeta(of: Published): Record<string, unknown> {
  const { exports } = JSON.parse(new TextDecoder().decode(of.files.get("deno.json")));
  const manifest = [...of.files].filter(([path]) => !path.includes("#")).map(([path, content]) => [
    `/${path}`,
    {
      size: content.byteLength,
      checksum: `sha256-${createHash("sha256").update(content).digest("hex")}`,
    },
  ]);
  return { exports: { ".": exports }, manifest: Object.fromEntries(manifest) };
}

async function unpack(archive: Uint8Array): Promise<Published["files"]> {
  const directory = await Deno.makeTempDir({ prefix: "agent-handoff-jsr-" });
  try {
    const packed = join(directory, "package.tgz");
    await Deno.writeFile(packed, archive);
    const out = join(directory, "package");
    await Deno.mkdir(out);
    const { success } = await new Deno.Command("tar", { args: ["-xzf", packed, "-C", out] })
      .output();
    if (!success) throw new Error("the published archive cannot be unpacked");
    const files: Published["files"] = new Map();
    await collect(out, out, files);
    return files;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function collect(top: string, directory: string, into: Published["files"]): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = join(directory, name);
    if (isDirectory) await collect(top, path, into);
    else into.set(relative(top, path).replaceAll("\\", "/"), await Deno.readFile(path));
  }
}

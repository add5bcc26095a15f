#!/bin/sh
# Installs agent-handoff for this user: detects the system, downloads, checks the sum, tries the program,
# puts it in place. Changes nothing when any of that fails. Needs no root and edits no shell profile.
#
# AGENT_HANDOFF_INSTALL_DIR  where to put the program; default: ~/.local/bin
# AGENT_HANDOFF_DOWNLOAD     where to download from; default: the release this script belongs to
set -eu

address=${AGENT_HANDOFF_DOWNLOAD:-"@address-of-this-release@"}
directory=${AGENT_HANDOFF_INSTALL_DIR:-${HOME:+$HOME/.local/bin}}
work=

say() { printf '%s\n' "$*"; }
refuse() {
  printf 'Cannot install agent-handoff: %s\n' "$*" >&2
  exit 1
}
# shellcheck disable=SC2329 # called by the traps
clean() { [ -z "$work" ] || rm -rf "$work"; }

detect_target() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    MINGW* | MSYS* | CYGWIN*) refuse "this is Windows; run install.ps1 in PowerShell" ;;
    *) refuse "there is no program for the system \"$(uname -s)\"; known are Linux, macOS and Windows" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) refuse "there is no program for the processor \"$(uname -m)\"; known are x86-64 and arm64" ;;
  esac
  if [ "$system" = macos ] && [ "$processor" = x64 ] &&
    [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ]; then
    processor=arm64 # a shell under Rosetta
  fi
  [ "$system" = linux ] && refuse_musl
  target=$system-$processor
}

refuse_musl() {
  if command -v ldd >/dev/null 2>&1; then
    # musl's ldd prints its name on stderr and fails; the text alone tells.
    case $(ldd --version 2>&1 || :) in
      *musl*) refuse "it needs glibc, and this system has musl (Alpine); use a system with glibc" ;;
    esac
  else
    for loader in /lib/ld-musl-*; do
      [ ! -e "$loader" ] || refuse "it needs glibc, and this system has musl (Alpine); use a system with glibc"
    done
  fi
}

download() { # NAME
  case $address in https://*) only='=https' ;; *) only='=http,https' ;; esac
  if command -v curl >/dev/null 2>&1; then
    curl --proto "$only" --fail --silent --show-error --location --output "$work/$1" "$address/$1" ||
      refuse "\"$address/$1\" could not be downloaded"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$work/$1" "$address/$1" || refuse "\"$address/$1\" could not be downloaded"
  else
    refuse "neither curl nor wget is there to download with"
  fi
}

sum_of() { # FILE
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  elif command -v openssl >/dev/null 2>&1; then
    openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  else
    refuse "neither sha256sum, shasum nor openssl is there to check the download with"
  fi
}


main() {
  case $address in
    @*) refuse "this script belongs to no release; set AGENT_HANDOFF_DOWNLOAD to a release's address" ;;
  esac
  [ -n "$directory" ] || refuse "HOME is not set; set AGENT_HANDOFF_INSTALL_DIR to a directory"
  detect_target
  mkdir -p "$directory" 2>/dev/null || refuse "the directory \"$directory\" cannot be made"
  [ -w "$directory" ] || refuse "the directory \"$directory\" may not be written to"
  work=$(mktemp -d "$directory/.agent-handoff-install.XXXXXX") ||
    refuse "the directory \"$directory\" may not be written to"
  trap clean EXIT
  trap 'exit 1' HUP INT TERM

  archive=agent-handoff-$target.tar.gz
  download SHA256SUMS
  expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ -n "$expected" ] || refuse "this release has no program for $target"
  download "$archive"
  actual=$(sum_of "$work/$archive")
  [ "$actual" = "$expected" ] ||
    refuse "\"$archive\" has the sum $actual, expected $expected; the download is cut or not the real one"
  tar -xzf "$work/$archive" -C "$work" agent-handoff || refuse "\"$archive\" cannot be unpacked"
  version=$("$work/agent-handoff" --version </dev/null 2>/dev/null | head -n 1) || version=
  case $version in
    "agent-handoff "*) ;;
    *) refuse "the program does not start on this system; run it by hand to see why" ;;
  esac
  mv -f "$work/agent-handoff" "$directory/agent-handoff" ||
    refuse "\"$directory/agent-handoff\" cannot be replaced"

  say "Installed $version in $directory"
  found=$(command -v agent-handoff || :)
  case :${PATH:-}: in
    *:"$directory":*)
      [ "$found" = "$directory/agent-handoff" ] || [ -z "$found" ] ||
        say "Another copy comes first on your PATH: $found"
      ;;
    *)
      say "Add it to your PATH, for example in ~/.profile:"
      say "  export PATH=\"$directory:\$PATH\""
      [ -z "$found" ] || say "Another copy is on your PATH: $found"
      ;;
  esac
}

main

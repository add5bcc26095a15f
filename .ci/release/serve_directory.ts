// Serves the files of one directory on this machine, as a release's address would. For trying installers.

/** A server that is open until disposed. */
export interface Served extends AsyncDisposable {
  /** Address without a slash at the end. */
  readonly address: string;
}

/** How a file is served, where the plain way is not wanted. */
export type Serving = (name: string, content: Uint8Array<ArrayBuffer>) => Response | undefined;

/** Serves a directory on 127.0.0.1 at a free port; what is not there is a 404. */
export function serveDirectory(directory: string, serving: Serving = () => undefined): Served {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const name = new URL(request.url).pathname.slice(1);
      if (!/^[\w.-]+$/.test(name)) return new Response("Not found", { status: 404 });
      try {
        const content = await Deno.readFile(`${directory}/${name}`);
        return serving(name, content) ?? new Response(content);
      } catch {
        return new Response("Not found", { status: 404 });
      }
    },
  );
  return {
    address: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

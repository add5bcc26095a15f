// The least program there is that says something and waits for the end of its input: what Deno itself costs.
console.log("{}");
for await (const _ of Deno.stdin.readable);

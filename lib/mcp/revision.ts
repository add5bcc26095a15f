// One protocol error that the SDK gives only for the first message of a connection: here for each.
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";

/** Revisions in which every request carries an envelope, and which this server speaks. */
export const envelopedRevisions: readonly string[] = ["2026-07-28"];

/** The error for a request that is enveloped with an unknown revision, naming ours (contract, Protocol). */
export function revisionError(message: JSONRPCMessage): JSONRPCErrorResponse | undefined {
  if (!("method" in message && "id" in message)) return undefined;
  const requested = message.params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (typeof requested !== "string" || envelopedRevisions.includes(requested)) return undefined;
  const error = new UnsupportedProtocolVersionError({
    supported: [...envelopedRevisions],
    requested,
  });
  const { code, message: text, data } = error;
  return { jsonrpc: "2.0", id: message.id, error: { code, message: text, data } };
}

// CHANGELOG.md as a value, written by tests/support/write_changelog.ts; a test holds the two equal.
// deno-fmt-ignore-file

/** The text of CHANGELOG.md. */
export const changelog: string = [
  "# Changelog",
  "",
  "All notable changes to this project are written here. The format follows [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),",
  "and versions follow [Semantic Versioning](https://semver.org/spec/v2.0.0.html).",
  "",
  "## [Unreleased]",
  "",
  "### Added",
  "- One task ledger for all agents in a project: create, claim, renew, pass, complete, show and list over MCP.",
  "- One writer lease per workspace, with a rising fence, a token, and the same lease again for the session that holds it.",
  "- A finite budget of handoffs; when it is spent the brief is kept and a person is asked.",
  "- An append-only history in one SQLite file, each event with the hash of the one before.",
  "- Root discovery that creates nothing outside a repository without being told where.",
  "- Set-up for ten MCP clients in `docs/clients.md`, five of them tried with the real program.",
  "- Market research and the first decision records.",
  "- MIT licence.",
  "",
  "### Tool schema",
  "- `create_handoff`, `claim_handoff`, `renew_handoff`, `pass_handoff`, `complete_handoff`, `show_handoff`, `list_handoffs`.",
].join("\n");

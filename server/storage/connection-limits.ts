/** How long a statement may take. A phone gives a request up after 20 s. */
const QUERY_LIMIT_MS = 30_000
const CONNECT_LIMIT_MS = 10_000
const KEEP_ALIVE_MS = 10_000

/**
 * Settings of a connection that waits for no server for ever: a frozen machine and a cut network answer nothing, and a
 * primary without its synchronous standby ends no commit.
 *
 * The server ends a statement a little earlier than we give up, so that one slow statement costs no connection. It does not
 * end a commit that waits for the standby, which it would then call done; only `query_timeout` ends that wait, as an error.
 */
export function connectionLimits(queryLimitMs = QUERY_LIMIT_MS) {
  return {
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(queryLimitMs > 0 && {
      query_timeout: queryLimitMs,
      statement_timeout: Math.ceil(queryLimitMs * 0.8),
    }),
  }
}

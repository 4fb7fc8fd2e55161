import type { Attempt, Token, TokenCredentials, TraEndpoint, TraGateway, TraOutcome } from './gateway.ts'
import { tokenUsable } from './token.ts'

/** Where the token of one device is kept between calls (sealed, by the caller). */
export type TokenShelf = {
  read(): Promise<Token | null>
  keep(token: Token): Promise<void>
  drop(): Promise<void>
}

/** The authority commands this device to stop: 8 blocked, 18 register again. Nothing was sent. */
export type Commanded = { kind: 'commanded'; command: 8 | 18; message: string; attempt: Attempt }

export type SendWithToken = <T>(
  args: { endpoint: TraEndpoint; credentials: TokenCredentials; shelf: TokenShelf },
  send: (accessToken: string) => Promise<TraOutcome<T>>,
) => Promise<TraOutcome<T> | Commanded>

type Fetched = { kind: 'token'; token: Token } | Commanded | TraOutcome<never>

/**
 * Makes the one way of sending with a bearer token: a kept token while it lasts, else a fresh one (asked for once
 * however many callers wait); on 401 the token is dropped, fetched once more and the same document sent once more.
 * `send` must send the same bytes each time. A kept token that carries a command to stop is asked for again, so
 * that an unblocked device goes on.
 */
export function createSendWithToken(deps: {
  gateway: Pick<TraGateway, 'token'>
  clock: { now(): number }
}): SendWithToken {
  const underWay = new Map<string, Promise<Fetched>>()

  function fetchOnce(
    endpoint: TraEndpoint,
    credentials: TokenCredentials,
    shelf: TokenShelf,
  ): Promise<Fetched> {
    const key = `${endpoint.baseUrl} ${credentials.username}`
    const running = underWay.get(key)
    if (running) return running
    const started = fetchToken(deps.gateway, endpoint, credentials, shelf).finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }

  return async ({ endpoint, credentials, shelf }, send) => {
    const kept = await shelf.read()
    const usable = kept !== null && tokenUsable(kept, deps.clock.now()) && !stops(kept.command)
    const first: Fetched = usable
      ? { kind: 'token', token: kept }
      : await fetchOnce(endpoint, credentials, shelf)
    if (first.kind !== 'token') return first
    const outcome = await send(first.token.accessToken)
    if (outcome.kind !== 'unauthorized') return outcome
    const newer = await shelf.read()
    // Another caller may have replaced the refused token meanwhile; then that one is tried.
    if (newer === null || newer.accessToken === first.token.accessToken) await shelf.drop()
    const again: Fetched =
      newer !== null && newer.accessToken !== first.token.accessToken && tokenUsable(newer, deps.clock.now())
        ? { kind: 'token', token: newer }
        : await fetchOnce(endpoint, credentials, shelf)
    return again.kind === 'token' ? send(again.token.accessToken) : again
  }
}

async function fetchToken(
  gateway: Pick<TraGateway, 'token'>,
  endpoint: TraEndpoint,
  credentials: TokenCredentials,
  shelf: TokenShelf,
): Promise<Fetched> {
  const outcome = await gateway.token(endpoint, credentials)
  if (outcome.kind !== 'accepted') return outcome
  const token = outcome.value
  await shelf.keep(token)
  if (stops(token.command)) {
    return {
      kind: 'commanded',
      command: token.command,
      message: token.commandMessage,
      attempt: outcome.attempt,
    }
  }
  return { kind: 'token', token }
}

function stops(command: Token['command']): command is 8 | 18 {
  return command === 8 || command === 18
}

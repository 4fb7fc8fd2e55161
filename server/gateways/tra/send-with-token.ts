import type { Attempt } from '#domain/fiscal/attempt.ts'
import type { Token, TokenCredentials, TraEndpoint, TraGateway, TraOutcome } from './gateway.ts'
import { isTokenUsable } from './token.ts'

/** Where the token of one device is kept between calls (sealed, by the caller). */
export type TokenStore = {
  find(): Promise<Token | null>
  upsert(token: Token): Promise<void>
  delete(): Promise<void>
}

/** The authority commands this device to stop: 8 blocked, 18 register again. Nothing was sent. */
export type StopCommand = { kind: 'commanded'; command: 8 | 18; message: string; attempt: Attempt }

export type SendWithToken = <T>(
  args: { endpoint: TraEndpoint; credentials: TokenCredentials; tokens: TokenStore },
  send: (accessToken: string) => Promise<TraOutcome<T>>,
) => Promise<TraOutcome<T> | StopCommand>

type FetchedToken = { kind: 'token'; token: Token } | StopCommand | TraOutcome<never>

/**
 * Creates the function that sends with a bearer token: the stored token while it lasts, else a new one
 * (requested once for all callers that wait). On 401 the token is dropped, a new one is requested and the
 * same document is sent a second time. `send` must send the same bytes each time. A stored token with a
 * command to stop is requested again, so that an unblocked device continues.
 */
export function createSendWithToken(deps: {
  gateway: Pick<TraGateway, 'token'>
  clock: { now(): number }
}): SendWithToken {
  const inFlight = new Map<string, Promise<FetchedToken>>()

  function fetchShared(
    endpoint: TraEndpoint,
    credentials: TokenCredentials,
    tokens: TokenStore,
  ): Promise<FetchedToken> {
    const key = `${endpoint.baseUrl} ${credentials.username}`
    const running = inFlight.get(key)
    if (running) return running
    const started = fetchToken(deps.gateway, endpoint, credentials, tokens).finally(() =>
      inFlight.delete(key),
    )
    inFlight.set(key, started)
    return started
  }

  return async ({ endpoint, credentials, tokens: shelf }, send) => {
    const stored = await shelf.find()
    const usable =
      stored !== null && isTokenUsable(stored, deps.clock.now()) && !isStopCommand(stored.command)
    const first: FetchedToken = usable
      ? { kind: 'token', token: stored }
      : await fetchShared(endpoint, credentials, shelf)
    if (first.kind !== 'token') return first
    const outcome = await send(first.token.accessToken)
    if (outcome.kind !== 'unauthorized') return outcome
    const newer = await shelf.find()
    // Another caller may have replaced the refused token meanwhile; then that one is tried.
    if (newer === null || newer.accessToken === first.token.accessToken) await shelf.delete()
    const again: FetchedToken =
      newer !== null &&
      newer.accessToken !== first.token.accessToken &&
      isTokenUsable(newer, deps.clock.now())
        ? { kind: 'token', token: newer }
        : await fetchShared(endpoint, credentials, shelf)
    return again.kind === 'token' ? send(again.token.accessToken) : again
  }
}

async function fetchToken(
  gateway: Pick<TraGateway, 'token'>,
  endpoint: TraEndpoint,
  credentials: TokenCredentials,
  tokens: TokenStore,
): Promise<FetchedToken> {
  const outcome = await gateway.token(endpoint, credentials)
  if (outcome.kind !== 'accepted') return outcome
  const token = outcome.value
  await tokens.upsert(token)
  if (isStopCommand(token.command)) {
    return {
      kind: 'commanded',
      command: token.command,
      message: token.commandMessage,
      attempt: outcome.attempt,
    }
  }
  return { kind: 'token', token }
}

function isStopCommand(command: Token['command']): command is 8 | 18 {
  return command === 8 || command === 18
}

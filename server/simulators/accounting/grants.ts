import { createHash, randomBytes } from 'node:crypto'

/** What a service promises about its tokens. */
export type TokenRules = {
  readonly accessSeconds: number
  readonly refreshDays: number
  /** How long a refresh token works after it was replaced; 0: not at all. */
  readonly graceSeconds: number
}

type Code = {
  readonly organization: string
  readonly redirectUri: string
  readonly scopes: string
  readonly challenge: string | null
  readonly at: number
}
type Grant = { readonly organizations: string[]; readonly scopes: string; ended: boolean }
type Token = { readonly grant: string; readonly until: number; replacedAt?: number }

/** Everything about permissions of one simulator, as it is stored. */
export type GrantState = {
  codes: Record<string, Code>
  grants: Record<string, Grant>
  access: Record<string, Token>
  refresh: Record<string, Token>
}

export function emptyGrants(): GrantState {
  return { codes: {}, grants: {}, access: {}, refresh: {} }
}

const CODE_SECONDS = 300

export type IssuedTokens = { readonly access: string; readonly refresh: string; readonly scopes: string }

/** Makes a code for one organization that a person chose. */
export function issueCode(state: GrantState, code: Omit<Code, 'at'>, now: number): string {
  const text = randomBytes(12).toString('hex')
  state.codes[text] = { ...code, at: now }
  return text
}

function issueTokens(state: GrantState, grant: string, rules: TokenRules, now: number): IssuedTokens {
  const [access, refresh] = [`at-${randomBytes(18).toString('hex')}`, `rt-${randomBytes(18).toString('hex')}`]
  state.access[access] = { grant, until: now + rules.accessSeconds * 1000 }
  state.refresh[refresh] = { grant, until: now + rules.refreshDays * 86_400_000 }
  return { access, refresh, scopes: state.grants[grant]?.scopes ?? '' }
}

/** Exchanges a code once, within five minutes, with the verifier where PKCE was used. */
export function exchangeCode(
  state: GrantState,
  given: { readonly code: string; readonly redirectUri: string; readonly verifier: string | null },
  rules: TokenRules,
  now: number,
): IssuedTokens | undefined {
  const code = state.codes[given.code]
  delete state.codes[given.code]
  if (!code || now - code.at > CODE_SECONDS * 1000 || code.redirectUri !== given.redirectUri) return undefined
  const challenge =
    given.verifier === null ? null : createHash('sha256').update(given.verifier).digest('base64url')
  if (code.challenge !== challenge) return undefined
  const grant = randomBytes(8).toString('hex')
  state.grants[grant] = { organizations: [code.organization], scopes: code.scopes, ended: false }
  return issueTokens(state, grant, rules, now)
}

/** Rotates a refresh token. One that was replaced works only in its grace; using it later ends the permission. */
export function rotate(
  state: GrantState,
  refresh: string,
  rules: TokenRules,
  now: number,
): IssuedTokens | undefined {
  const token = state.refresh[refresh]
  const grant = token && state.grants[token.grant]
  if (!token || !grant || grant.ended || token.until < now) return undefined
  if (token.replacedAt !== undefined && now - token.replacedAt > rules.graceSeconds * 1000 - 1) {
    grant.ended = true
    return undefined
  }
  token.replacedAt ??= now
  return issueTokens(state, token.grant, rules, now)
}

/** The permission behind a bearer token, or why there is none. */
export function permissionOf(
  state: GrantState,
  authorization: string | undefined,
  now: number,
): Grant | 'missing' | 'expired' | 'ended' {
  const token = state.access[authorization?.replace(/^Bearer /, '') ?? '']
  const grant = token && state.grants[token.grant]
  if (!token || !grant) return 'missing'
  if (grant.ended) return 'ended'
  return token.until < now ? 'expired' : grant
}

/** Ends the permission behind any of its tokens. */
export function endPermission(state: GrantState, text: string): boolean {
  const token = state.refresh[text] ?? state.access[text]
  const grant = token && state.grants[token.grant]
  if (grant) grant.ended = true
  return grant !== undefined
}

/** A person takes the access away in the service, or (`expire`) only the time of the access tokens is over. */
export function endAll(state: GrantState, how: 'end' | 'expire'): void {
  if (how === 'end') for (const grant of Object.values(state.grants)) grant.ended = true
  else for (const [text, token] of Object.entries(state.access)) state.access[text] = { ...token, until: 0 }
}

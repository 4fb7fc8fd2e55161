import * as v from 'valibot'
import { type BookRequest, basic, type exchange, requestTokens } from '../accounting/exchange.ts'
import type { AccountingConfig, BookOutcome, BookTokens } from '../accounting/gateway.ts'
import { readWith } from './read-answers.ts'

const connectionsSchema = v.array(v.object({ id: v.string(), tenantId: v.string(), tenantName: v.string() }))

type Ask = (request: BookRequest) => ReturnType<typeof exchange>
type Connections = v.InferOutput<typeof connectionsSchema>

/** The organizations that the person of a token allowed, each with the id of its connection. */
export async function readConnections(
  ask: Ask,
  { apiUrl }: Pick<AccountingConfig, 'apiUrl'>,
  token: string,
): Promise<BookOutcome<Connections>> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  return readWith(connectionsSchema, await ask({ method: 'GET', url: `${apiUrl}/connections`, headers }))
}

/**
 * Gives back the access to one organization; says whether the service agreed. Revoking a token would end every
 * organization of its person, those of our other companies too: only an access without an organization ends so.
 */
export async function endConnection(
  ask: Ask,
  config: AccountingConfig,
  tokens: Pick<BookTokens, 'access' | 'refresh'>,
  organizationId: string,
  now: number,
): Promise<boolean> {
  if (organizationId === '') return await revokeToken(ask, config, tokens.refresh)
  let { access } = tokens
  let read = await readConnections(ask, config, access)
  if (read.kind === 'expired') {
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh }
    const renewed = await requestTokens(config, form, now)
    if (renewed.kind !== 'ok') return renewed.kind === 'ended'
    access = renewed.value.access
    read = await readConnections(ask, config, access)
  }
  // An access that a person took away there is back already.
  if (read.kind !== 'ok') return read.kind === 'ended'
  const found = read.value.find(({ tenantId }) => tenantId === organizationId)
  if (!found) return true
  const answer = await ask({
    ...{ method: 'DELETE', url: `${config.apiUrl}/connections/${encodeURIComponent(found.id)}` },
    headers: { accept: 'application/json', authorization: `Bearer ${access}` },
  })
  return !('lost' in answer) && (answer.status < 400 || answer.status === 404)
}

async function revokeToken(ask: Ask, config: AccountingConfig, token: string): Promise<boolean> {
  const answer = await ask({
    ...{ method: 'POST', url: config.revokeUrl },
    headers: { authorization: basic(config), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  })
  return !('lost' in answer) && answer.status < 400
}

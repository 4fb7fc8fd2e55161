import { createHash } from 'node:crypto'
import { createAnnouncer } from '../accounting/announcer.ts'
import { authorizePage, redirectTo } from '../accounting/authorize-page.ts'
import { controlAnswer, type SimulatorControl } from '../accounting/control.ts'
import type { SimulatorFault } from '../accounting/faults.ts'
import {
  emptyGrants,
  endAll,
  endPermission,
  exchangeCode,
  issueCode,
  permissionOf,
  rotate,
} from '../accounting/grants.ts'
import type { PersonActions } from '../accounting/person-invoice.ts'
import {
  type SimulatorAnswer,
  type SimulatorRequest,
  type SimulatorRules,
  serveSimulator,
} from '../accounting/serve-simulator.ts'
import { readState, writeState } from '../accounting/stored-state.ts'
import type { Listening } from '../listen.ts'
import { callXero, scopeFor } from './xero-api.ts'
import { archiveAsPerson } from './xero-contacts.ts'
import {
  completeOrganization,
  newXeroOrganization,
  voidInvoice,
  type XeroOrganization,
} from './xero-ledger.ts'
import { messageBody } from './xero-message.ts'
import { writeAsPerson } from './xero-person.ts'

export const XERO_CLIENT = {
  ...{ id: 'sim-xero-client', secret: 'sim-xero-secret', webhookKey: 'sim-xero-key' },
}
const SCOPES = [
  ...['openid', 'profile', 'email', 'offline_access', 'accounting.invoices', 'accounting.payments'],
  ...['accounting.contacts', 'accounting.settings.read', 'accounting.attachments'],
]
const RULES = { accessSeconds: 1800, refreshDays: 60, graceSeconds: 30 * 60 }
/** An answer is repeated under the same key for this long. */
const KEY_MS = 6 * 60_000
const MINUTE_MS = 60_000

/** The simulator itself, without a socket. */
export type XeroRules = SimulatorRules &
  SimulatorControl & { readonly organizations: readonly XeroOrganization[] }
export type XeroSimulator = Listening & Omit<XeroRules, 'handle' | 'touch'>

type State = {
  organizations: XeroOrganization[]
  grants: ReturnType<typeof emptyGrants>
  keys: Record<string, { hash: string; at: number; answer: SimulatorAnswer }>
}

const UNAUTHORIZED = {
  status: 401,
  body: { Title: 'Unauthorized', Status: 401, Detail: 'TokenExpired: token expired' },
}
const FORBIDDEN = {
  status: 403,
  body: { Title: 'Forbidden', Status: 403, Detail: 'AuthenticationUnsuccessful' },
}

export type XeroOptions = {
  readonly dataDir?: string
  readonly clock: { now(): number }
  readonly perMinute?: number
  /** Where messages about changed invoices go by themselves. */
  readonly webhookUrl?: () => string | undefined
}

/**
 * A simulator of Xero with two organizations in shillings and one in dollars: authorization with PKCE, rotating
 * tokens, contacts, invoices, credit notes and payments. `perMinute` is its limit of calls.
 */
export function openXeroSimulator(options: XeroOptions): XeroRules {
  const state: State = readState<State>(options.dataDir, {
    organizations: [
      newXeroOrganization('fe79d7a3-0000-4000-8000-000000000001', 'Duka Mfano', 'TZS'),
      newXeroOrganization('fe79d7a3-0000-4000-8000-000000000002', 'Mfano Wholesale', 'TZS'),
      newXeroOrganization('fe79d7a3-0000-4000-8000-000000000003', 'Mfano Exports', 'USD'),
    ],
    grants: emptyGrants(),
    keys: {},
  })
  state.organizations = state.organizations.map(completeOrganization)
  const faults: SimulatorFault[] = []
  const violations: string[] = []
  const calls: number[] = []
  const now = () => options.clock.now()
  const basic = `Basic ${Buffer.from(`${XERO_CLIENT.id}:${XERO_CLIENT.secret}`).toString('base64')}`
  const announcer = createAnnouncer({
    ...{ header: 'x-xero-signature', key: XERO_CLIENT.webhookKey, violations, url: options.webhookUrl },
    bodyOf: messageBody,
  })
  const noteChange = (organizationId: string, id: string, kind: 'created' | 'updated') =>
    announcer.note({ organizationId, id, kind, at: now() })
  const person: PersonActions = {
    write: (organizationId, invoice, id) => {
      const organization = state.organizations.find((known) => known.id === organizationId)
      if (!organization) return undefined
      const written = writeAsPerson(organization, invoice, now(), id)
      noteChange(organizationId, written, id === undefined ? 'created' : 'updated')
      return written
    },
    voidInvoice: (organizationId, id) => {
      const organization = state.organizations.find((known) => known.id === organizationId)
      const voided = organization && voidInvoice(organization, id)
      if (!voided || !('value' in voided)) return false
      voided.value.updatedAt = now()
      noteChange(organizationId, id, 'updated')
      return true
    },
    archive: (organizationId, name, into) => {
      const organization = state.organizations.find((known) => known.id === organizationId)
      return organization !== undefined && archiveAsPerson(organization, name, into)
    },
  }

  const authorize = ({ path, query }: SimulatorRequest): SimulatorAnswer => {
    const scopes = query.get('scope') ?? ''
    const redirectUri = query.get('redirect_uri') ?? ''
    const problem = [
      [query.get('client_id') === XERO_CLIENT.id, 'unknown client'],
      [query.get('response_type') === 'code', 'unsupported response type'],
      [redirectUri.endsWith('/apps-integration'), 'redirect_uri is not registered'],
      [scopes.split(' ').every((scope) => SCOPES.includes(scope)), 'invalid_scope'],
      [(query.get('state') ?? '').length >= 32, 'state is missing or short'],
      [query.get('code_challenge_method') === 'S256', 'PKCE is missing'],
    ].find(([good]) => !good)
    if (problem) {
      violations.push(`authorize: ${String(problem[1])}`)
      return { status: 400, body: `<h1>${String(problem[1])}</h1>` }
    }
    if (path === '/authorize') return authorizePage('Xero', state.organizations, query)
    const back = { state: query.get('state') ?? '' }
    if (query.get('choice') === 'deny') return redirectTo(redirectUri, { error: 'access_denied', ...back })
    const organization = query.get('organization') ?? ''
    const challenge = query.get('code_challenge')
    const code = issueCode(state.grants, { organization, redirectUri, scopes, challenge }, now())
    const session = scopes.includes('openid') ? { session_state: 'sim.session' } : {}
    return redirectTo(redirectUri, { code, scope: scopes, ...back, ...session })
  }

  const token = ({ headers, body }: SimulatorRequest): SimulatorAnswer => {
    const form = new URLSearchParams(body)
    if (headers.authorization !== basic || !headers['content-type']?.includes('x-www-form-urlencoded')) {
      violations.push('token: client or form is wrong')
      return { status: 401, body: { error: 'invalid_client' } }
    }
    const issued =
      form.get('grant_type') === 'refresh_token'
        ? rotate(state.grants, form.get('refresh_token') ?? '', RULES, now())
        : exchangeCode(
            state.grants,
            {
              code: form.get('code') ?? '',
              redirectUri: form.get('redirect_uri') ?? '',
              verifier: form.get('code_verifier'),
            },
            RULES,
            now(),
          )
    if (!issued) return { status: 400, body: { error: 'invalid_grant' } }
    const offline = issued.scopes.includes('offline_access') ? { refresh_token: issued.refresh } : {}
    const body_ = { access_token: issued.access, expires_in: RULES.accessSeconds, token_type: 'Bearer' }
    return { status: 200, body: { ...body_, scope: issued.scopes, ...offline } }
  }

  const connections = (request: SimulatorRequest): SimulatorAnswer => {
    const grant = permissionOf(state.grants, request.headers.authorization, now())
    if (typeof grant === 'string') return UNAUTHORIZED
    if (request.method === 'DELETE') {
      const id = request.path.slice('/connections/'.length)
      grant.organizations.splice(
        0,
        grant.organizations.length,
        ...grant.organizations.filter((own) => own !== id),
      )
      return { status: 204 }
    }
    const own = state.organizations.filter(({ id }) => grant.organizations.includes(id))
    const body = own.map(({ id, name }) => ({
      ...{ id, tenantId: id, tenantType: 'ORGANISATION', tenantName: name },
    }))
    return { status: 200, body }
  }

  const limited = (): SimulatorAnswer | undefined => {
    const limit = options.perMinute ?? 60
    while ((calls[0] ?? now()) <= now() - MINUTE_MS) calls.shift()
    if (calls.length < limit) {
      calls.push(now())
      return undefined
    }
    const wait = Math.ceil(((calls[0] ?? now()) + MINUTE_MS - now()) / 1000)
    return {
      status: 429,
      headers: { 'retry-after': String(wait), 'x-rate-limit-problem': 'minute' },
      body: '',
    }
  }

  const once = (request: SimulatorRequest, perform: () => SimulatorAnswer): SimulatorAnswer => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || key.length > 128) {
      violations.push(`${request.method} ${request.path}: no Idempotency-Key`)
      return { status: 400, body: { Title: 'Idempotency-Key is missing' } }
    }
    const hash = createHash('sha256').update(`${request.method}${request.path}${request.body}`).digest('hex')
    const kept = state.keys[key]
    if (kept && now() - kept.at < KEY_MS) {
      if (kept.hash === hash) return kept.answer
      violations.push(`${request.path}: the key was used for another request`)
      return { status: 400, body: { Title: 'The key was used for another request' } }
    }
    const answer = perform()
    state.keys[key] = { hash, at: now(), answer }
    return answer
  }

  const api = (request: SimulatorRequest): SimulatorAnswer => {
    const grant = permissionOf(state.grants, request.headers.authorization, now())
    if (grant === 'ended') return FORBIDDEN
    if (typeof grant === 'string') return UNAUTHORIZED
    const organization = state.organizations.find(({ id }) => id === request.headers['xero-tenant-id'])
    if (!organization || !grant.organizations.includes(organization.id)) return FORBIDDEN
    const path = request.path.slice('/api.xro/2.0'.length)
    const scope = scopeFor(path)
    if (!grant.scopes.split(' ').includes(scope)) {
      violations.push(`${path}: the scope ${scope} was not asked for`)
      return { status: 401, body: { Title: 'Unauthorized', Detail: 'AuthorizationUnsuccessful' } }
    }
    if (request.headers.accept !== 'application/json') violations.push(`${path}: Accept is missing`)
    const over = limited()
    if (over) return over
    const perform = (): SimulatorAnswer => {
      const answer = callXero(
        organization,
        { ...request, path },
        { now: now(), onChanged: (id, kind) => noteChange(organization.id, id, kind) },
      )
      if (answer) return answer
      violations.push(`${request.method} ${path}?${request.query.toString()}: no such call`)
      return { status: 404, body: 'The resource you are looking for cannot be found' }
    }
    return request.method === 'GET' ? perform() : once(request, perform)
  }

  const control: SimulatorControl = {
    ...{ faults, violations, grants: state.grants, announcer, person },
    ledger: () => state.organizations,
  }
  const handle = async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const { path } = request
    const controlled = await controlAnswer(control, request)
    if (controlled) return controlled
    if (path === '/authorize' || path === '/authorize/decide') return authorize(request)
    if (path === '/connect/token') return token(request)
    if (path === '/connect/revocation') {
      // One person uses this simulator: a revocation ends all that they allowed, of whatever organization.
      if (endPermission(state.grants, new URLSearchParams(request.body).get('token') ?? ''))
        endAll(state.grants, 'end')
      return { status: 200 }
    }
    if (path.startsWith('/connections')) return connections(request)
    if (path.startsWith('/api.xro/2.0/')) return api(request)
    violations.push(`${request.method} ${path}: unknown path`)
    return { status: 404, body: 'not found' }
  }
  return {
    ...{ ...control, organizations: state.organizations },
    handle: async (request) => {
      const answer = await handle(request)
      if (request.method !== 'GET' || request.path.startsWith('/authorize'))
        writeState(options.dataDir, state)
      return answer
    },
  }
}

/** The same as an HTTP server. */
export async function startXeroSimulator(
  options: XeroOptions & { readonly host: string; readonly port?: number },
): Promise<XeroSimulator> {
  const { handle, ...simulator } = openXeroSimulator(options)
  const { faults } = simulator
  const server = await serveSimulator({ host: options.host, port: options.port ?? 0, faults, handle })
  return { ...simulator, ...server }
}

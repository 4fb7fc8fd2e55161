import { createAnnouncer } from '../accounting/announcer.ts'
import { authorizePage, redirectTo } from '../accounting/authorize-page.ts'
import { controlAnswer, type SimulatorControl } from '../accounting/control.ts'
import type { SimulatorFault } from '../accounting/faults.ts'
import {
  emptyGrants,
  endPermission,
  exchangeCode,
  issueCode,
  permissionOf,
  rotate,
} from '../accounting/grants.ts'
import type { PersonActions } from '../accounting/person-invoice.ts'
import { type SimulatorAnswer, type SimulatorRequest, serveSimulator } from '../accounting/serve-simulator.ts'
import { readState, writeState } from '../accounting/stored-state.ts'
import type { Listening } from '../listen.ts'
import { callQuickBooks, faultAnswer } from './quickbooks-api.ts'
import { archiveAsPerson } from './quickbooks-customers.ts'
import { completeCompany, newQboCompany, type QboCompany } from './quickbooks-ledger.ts'
import { messageBody } from './quickbooks-message.ts'
import { touchEntry, voidAsPerson, writeAsPerson } from './quickbooks-person.ts'

export const QUICKBOOKS_CLIENT = {
  ...{ id: 'sim-quickbooks-client', secret: 'sim-quickbooks-secret', webhookKey: 'sim-qbo-verifier' },
}
const SCOPE = 'com.intuit.quickbooks.accounting'
const RULES = { accessSeconds: 3600, refreshDays: 100, graceSeconds: 0 }
const MINUTE_MS = 60_000

export type QuickBooksSimulator = Listening & SimulatorControl & { readonly companies: readonly QboCompany[] }

type State = {
  companies: QboCompany[]
  grants: ReturnType<typeof emptyGrants>
  requests: Record<string, SimulatorAnswer>
}

/**
 * A simulator of QuickBooks Online with two companies in shillings and one in dollars. Faults have the real letters:
 * an ended token answers with a lower-case `fault`.
 */
export async function startQuickBooksSimulator(options: {
  readonly host: string
  readonly port?: number
  readonly dataDir?: string
  readonly clock: { now(): number }
  readonly perMinute?: number
  /** Where messages about changed invoices go by themselves. */
  readonly webhookUrl?: () => string | undefined
}): Promise<QuickBooksSimulator> {
  const state: State = readState<State>(options.dataDir, {
    companies: [
      newQboCompany('9341450000000001', 'Duka Mfano', 'TZS'),
      newQboCompany('9341450000000002', 'Mfano Wholesale', 'TZS'),
      newQboCompany('9341450000000003', 'Mfano Exports', 'USD'),
    ],
    grants: emptyGrants(),
    requests: {},
  })
  state.companies = state.companies.map(completeCompany)
  const faults: SimulatorFault[] = []
  const violations: string[] = []
  const calls: number[] = []
  const now = () => options.clock.now()
  const { id: clientId, secret } = QUICKBOOKS_CLIENT
  const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`

  const announcer = createAnnouncer({
    ...{ header: 'intuit-signature', key: QUICKBOOKS_CLIENT.webhookKey, violations },
    ...{ url: options.webhookUrl, bodyOf: messageBody },
  })
  const noteChange = (organizationId: string, id: string, kind: 'created' | 'updated') =>
    announcer.note({ organizationId, id, kind, at: now() })
  const person: PersonActions = {
    write: (organizationId, invoice, id) => {
      const company = state.companies.find((known) => known.id === organizationId)
      if (!company) return undefined
      const written = writeAsPerson(company, invoice, now(), id)
      noteChange(organizationId, written, id === undefined ? 'created' : 'updated')
      return written
    },
    voidInvoice: (organizationId, id) => {
      const company = state.companies.find((known) => known.id === organizationId)
      if (!company || !voidAsPerson(company, id, now())) return false
      noteChange(organizationId, id, 'updated')
      return true
    },
    archive: (organizationId, name, into) => {
      const company = state.companies.find((known) => known.id === organizationId)
      return company !== undefined && archiveAsPerson(company, name, into)
    },
  }

  const authorize = ({ path, query }: SimulatorRequest): SimulatorAnswer => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const problem = [
      [query.get('client_id') === clientId, 'unknown client'],
      [query.get('response_type') === 'code', 'unsupported response type'],
      [redirectUri.endsWith('/apps-integration'), 'redirect_uri is not registered'],
      [query.get('scope') === SCOPE, 'invalid_scope'],
      [(query.get('state') ?? '').length >= 32, 'state is missing or short'],
    ].find(([good]) => !good)
    if (problem) {
      violations.push(`authorize: ${String(problem[1])}`)
      return { status: 400, body: `<h1>${String(problem[1])}</h1>` }
    }
    if (path === '/authorize') return authorizePage('QuickBooks', state.companies, query)
    const back = { state: query.get('state') ?? '' }
    if (query.get('choice') === 'deny') return redirectTo(redirectUri, { error: 'access_denied', ...back })
    const organization = query.get('organization') ?? ''
    const code = issueCode(state.grants, { organization, redirectUri, scopes: SCOPE, challenge: null }, now())
    return redirectTo(redirectUri, { code, ...back, realmId: organization })
  }

  const token = ({ headers, body }: SimulatorRequest): SimulatorAnswer => {
    const form = new URLSearchParams(body)
    if (headers.authorization !== basic || !headers['content-type']?.includes('x-www-form-urlencoded')) {
      violations.push('token: client or form is wrong')
      return { status: 401, body: { error: 'invalid_client' } }
    }
    const [code, redirectUri] = [form.get('code') ?? '', form.get('redirect_uri') ?? '']
    const issued =
      form.get('grant_type') === 'refresh_token'
        ? rotate(state.grants, form.get('refresh_token') ?? '', RULES, now())
        : exchangeCode(state.grants, { code, redirectUri, verifier: null }, RULES, now())
    if (!issued) return { status: 400, body: { error: 'invalid_grant' } }
    return {
      status: 200,
      body: {
        ...{ token_type: 'bearer', expires_in: RULES.accessSeconds, access_token: issued.access },
        ...{ refresh_token: issued.refresh, x_refresh_token_expires_in: RULES.refreshDays * 86_400 },
      },
    }
  }

  const isLimited = (): boolean => {
    while ((calls[0] ?? now()) <= now() - MINUTE_MS) calls.shift()
    if (calls.length >= (options.perMinute ?? 500)) return true
    calls.push(now())
    return false
  }

  const api = (request: SimulatorRequest): SimulatorAnswer => {
    const [, realm = '', path = ''] = /^\/v3\/company\/(\d+)(\/.+)$/.exec(request.path) ?? []
    const grant = permissionOf(state.grants, request.headers.authorization, now())
    const company = state.companies.find(({ id }) => id === realm)
    if (grant === 'ended')
      return faultAnswer({ code: '3100', message: 'ApplicationAuthorizationFailed', status: 403 })
    if (typeof grant === 'string') {
      const error = [{ message: 'message=AuthenticationFailed', detail: 'Token expired', code: '3200' }]
      return { status: 401, body: { fault: { error, type: 'AUTHENTICATION' } } }
    }
    if (!company || !grant.organizations.includes(realm))
      return faultAnswer({ code: '3100', message: 'ApplicationAuthorizationFailed', status: 403 })
    if (request.headers.accept !== 'application/json') violations.push(`${path}: Accept is missing`)
    if (request.query.get('minorversion') !== '75') violations.push(`${path}: minorversion is missing`)
    if (isLimited()) return faultAnswer({ code: '3001', message: 'ThrottleExceeded', status: 429 })
    const key = request.query.get('requestid')
    if (request.method === 'POST' && (key === null || key.length > 50)) {
      violations.push(`${path}: requestid is missing or too long`)
      return faultAnswer({ code: '2020', message: 'requestid is missing', status: 400 })
    }
    const kept = key === null ? undefined : state.requests[`${realm}:${key}`]
    if (kept) return kept
    const answer = callQuickBooks(
      company,
      { ...request, path },
      { now: now(), onChanged: (id, kind) => noteChange(company.id, id, kind) },
    )
    if (!answer) {
      violations.push(`${request.method} ${path}?${request.query.toString()}: no such call`)
      return faultAnswer({ code: '4000', message: 'QueryParserError or unknown call', status: 400 })
    }
    if (key !== null && answer.status === 200) state.requests[`${realm}:${key}`] = answer
    return answer
  }

  const control: SimulatorControl = {
    ...{ faults, violations, grants: state.grants, announcer, person },
    ledger: () => state.companies,
  }
  const handle = async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const { path, body } = request
    const controlled = await controlAnswer(control, request)
    if (controlled) return controlled
    if (path === '/authorize' || path === '/authorize/decide') return authorize(request)
    if (path === '/oauth2/v1/tokens/bearer') return token(request)
    if (path === '/v2/oauth2/tokens/revoke') {
      const read: unknown = JSON.parse(body)
      const text = typeof read === 'object' && read !== null && 'token' in read ? String(read.token) : ''
      return { status: endPermission(state.grants, text) ? 200 : 400 }
    }
    if (path.startsWith('/v3/company/')) return api(request)
    violations.push(`${request.method} ${path}: unknown path`)
    return { status: 404, body: 'not found' }
  }
  const server = await serveSimulator({
    ...{ host: options.host, port: options.port ?? 0, faults },
    touch: (request) => {
      const company = state.companies.find(({ id }) => request.path.startsWith(`/v3/company/${id}/`))
      if (company && request.query.has('operation')) touchEntry(company, request.body)
    },
    handle: async (request) => {
      const answer = await handle(request)
      if (request.method !== 'GET' || request.path.startsWith('/authorize'))
        writeState(options.dataDir, state)
      return answer
    },
  })
  return { ...server, ...control, companies: state.companies }
}

import * as v from 'valibot'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { type BookRequest, exchange, requestTokens } from '../accounting/exchange.ts'
import type {
  AccountingConfig,
  AccountingGateway,
  BookAccess,
  BookEntry,
  BookInstruction,
  BookOutcome,
} from '../accounting/gateway.ts'
import { besideCall, besidePath, findBeside } from './attachments.ts'
import { createXeroContacts } from './contacts.ts'
import { foreseeXero, xeroCall } from './documents.ts'
import { endConnection, readConnections } from './end-connection.ts'
import { entryOf, readApplied, readElements, readEntry, readWith, type XeroElement } from './read-answers.ts'
import { createXeroReading } from './read-sales.ts'

/** Granular scopes: apps made since March 2026 get no broader ones. `openid` brings `session_state` back. */
const SCOPES =
  'openid profile email offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings.read accounting.attachments'

const organizationSchema = v.object({
  Organisations: v.pipe(v.array(v.object({ Name: v.string(), BaseCurrency: v.string() })), v.minLength(1)),
})
const accountsSchema = v.object({
  Accounts: v.array(
    v.object({
      ...{ AccountID: v.string(), Name: v.string(), Type: v.string(), Status: v.string() },
      Code: v.optional(v.string()),
      EnablePaymentsToAccount: v.optional(v.boolean()),
    }),
  ),
})
const taxRatesSchema = v.object({
  TaxRates: v.array(
    v.object({
      ...{ TaxType: v.string(), Name: v.string(), EffectiveRate: v.number(), Status: v.string() },
      CanApplyToRevenue: v.boolean(),
    }),
  ),
})

function isBytes(body: object): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array
}

function quoted(text: string): string {
  return text.replaceAll('"', '')
}

/** The client of Xero's accounting API; `now` gives milliseconds. */
export function createXeroGateway(config: AccountingConfig, now: () => number): AccountingGateway {
  const ask = async (request: BookRequest) => await exchange(request, config.fetch)
  const get = async (
    { token, organizationId }: BookAccess,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    await ask({
      ...{ method: 'GET', url: `${config.apiUrl}/api.xro/2.0${path}` },
      headers: {
        ...headers,
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'xero-tenant-id': organizationId,
      },
    })
  const send = async (
    { token, organizationId }: BookAccess,
    call: {
      readonly method: 'PUT' | 'POST' | 'DELETE'
      readonly path: string
      readonly body?: object | string
      readonly type?: string
    },
    key: string,
  ) =>
    await ask({
      ...{ method: call.method, url: `${config.apiUrl}/api.xro/2.0${call.path}` },
      headers: {
        ...{ accept: 'application/json', 'content-type': call.type ?? 'application/json' },
        ...{ authorization: `Bearer ${token}`, 'xero-tenant-id': organizationId, 'idempotency-key': key },
      },
      ...(call.body !== undefined && {
        body: typeof call.body === 'string' || isBytes(call.body) ? call.body : JSON.stringify(call.body),
      }),
    })
  const undo = async (
    access: BookAccess,
    { part, target, credit, sale }: Extract<BookInstruction, { kind: 'undo' }>,
    key: string,
  ): Promise<BookOutcome<BookEntry>> => {
    if (part !== 'apply') return readEntry(await send(access, xeroCall({ kind: 'unpay', target }), key))
    // The answer to an allocation need not say its id.
    const applied = readApplied(sale, await get(access, `/CreditNotes/${credit}`))
    if (applied.kind !== 'ok') return applied
    const gone = { id: target, number: '', total: null, tax: null }
    if (applied.value === null) return { kind: 'ok', value: gone }
    const path = `/CreditNotes/${credit}/Allocations/${applied.value.id}`
    const read = readWith(v.unknown(), await send(access, { method: 'DELETE', path }, key))
    return read.kind === 'ok' ? { kind: 'ok', value: gone } : read
  }
  const firstOf = (
    read: BookOutcome<XeroElement[]>,
    fits: (element: XeroElement) => boolean,
  ): BookOutcome<BookEntry | null> => {
    if (read.kind !== 'ok') return read
    const found = read.value.find(fits)
    return { kind: 'ok', value: found ? entryOf(found) : null }
  }
  const where = (field: string, text: string) =>
    encodeURIComponent(/^\w+ID$/.test(field) ? `${field}==guid("${text}")` : `${field}=="${quoted(text)}"`)
  const find = async (
    access: BookAccess,
    instruction: BookInstruction,
  ): Promise<BookOutcome<BookEntry | null>> => {
    switch (instruction.kind) {
      case 'invoice': {
        const number = encodeURIComponent(instruction.document.number)
        const read = readElements(await get(access, `/Invoices?InvoiceNumbers=${number}&page=1`))
        if (read.kind !== 'ok') return read
        const isLive = ({ Status }: XeroElement) => Status !== 'VOIDED' && Status !== 'DELETED'
        const found = read.value.find(isLive) ?? read.value[0]
        return { kind: 'ok', value: found ? { ...entryOf(found), isVoid: !isLive(found) } : null }
      }
      case 'credit': {
        const filter = where('CreditNoteNumber', instruction.document.number)
        const read = readElements(await get(access, `/CreditNotes?where=${filter}&page=1`))
        return firstOf(read, ({ Status }) => Status !== 'VOIDED' && Status !== 'DELETED')
      }
      case 'apply':
        return readApplied(instruction.target, await get(access, `/CreditNotes/${instruction.credit}`))
      case 'payment':
      case 'refund': {
        const filter = where('Reference', instruction.marker)
        const read = readElements(await get(access, `/Payments?where=${filter}&page=1`))
        return firstOf(read, ({ Status }) => Status !== 'DELETED')
      }
      case 'unpay': {
        const filter = where('PaymentID', instruction.target)
        const read = readElements(await get(access, `/Payments?where=${filter}&page=1`))
        return firstOf(read, ({ Status }) => Status === 'DELETED')
      }
      case 'undo': {
        if (instruction.part !== 'apply') return await find(access, { ...instruction, kind: 'unpay' })
        const read = readApplied(instruction.sale, await get(access, `/CreditNotes/${instruction.credit}`))
        if (read.kind !== 'ok') return read
        const gone = { id: instruction.target, number: '', total: null, tax: null }
        return { kind: 'ok', value: read.value === null ? gone : null }
      }
      case 'void': {
        const number = encodeURIComponent(instruction.number)
        const read = readElements(await get(access, `/Invoices?InvoiceNumbers=${number}&page=1`))
        return firstOf(
          read,
          ({ Status, InvoiceID }) => Status === 'VOIDED' && InvoiceID === instruction.target,
        )
      }
      case 'attach':
      case 'note':
        return findBeside(instruction, await get(access, besidePath(instruction)))
    }
  }
  return {
    provider: 'xero',
    simulated: config.simulated,
    authorizeUrl: ({ state, challenge, redirectUri }) => {
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id: config.clientId, redirect_uri: redirectUri, scope: SCOPES },
        ...{ state, code_challenge: challenge, code_challenge_method: 'S256' },
      })
      return `${config.authorizeUrl}?${query.toString()}`
    },
    exchange: async ({ code, verifier, redirectUri }) =>
      await requestTokens(
        config,
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
        now(),
      ),
    refresh: async (token) =>
      await requestTokens(config, { grant_type: 'refresh_token', refresh_token: token }, now()),
    revoke: async (tokens, organizationId) => await endConnection(ask, config, tokens, organizationId, now()),
    organizations: async (token) => {
      const read = await readConnections(ask, config, token)
      if (read.kind !== 'ok') return read
      return {
        kind: 'ok',
        value: read.value.map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName })),
      }
    },
    settings: async (access) => {
      const organization = readWith(organizationSchema, await get(access, '/Organisation'))
      if (organization.kind !== 'ok') return organization
      const accounts = readWith(accountsSchema, await get(access, '/Accounts'))
      if (accounts.kind !== 'ok') return accounts
      const rates = readWith(taxRatesSchema, await get(access, '/TaxRates'))
      if (rates.kind !== 'ok') return rates
      const active = accounts.value.Accounts.filter(({ Status }) => Status === 'ACTIVE')
      const [first] = organization.value.Organisations
      return {
        kind: 'ok',
        value: {
          ...{ name: first?.Name ?? '', currency: first?.BaseCurrency ?? '' },
          choices: {
            income: active.flatMap(({ Type, Code, Name }) =>
              (Type === 'REVENUE' || Type === 'SALES') && Code !== undefined
                ? [{ id: Code, name: `${Code} ${Name}` }]
                : [],
            ),
            accounts: active
              .filter(({ Type, EnablePaymentsToAccount }) => Type === 'BANK' || EnablePaymentsToAccount)
              .map(({ AccountID, Name }) => ({ id: AccountID, name: Name })),
            taxes: rates.value.TaxRates.filter(
              ({ CanApplyToRevenue, Status }) => CanApplyToRevenue && Status === 'ACTIVE',
            ).map(({ TaxType, Name, EffectiveRate }) => ({
              ...{ id: TaxType, name: Name },
              rate: toBasisPoints(Math.round(EffectiveRate * 100)),
            })),
          },
        },
      }
    },
    write: async (access, instruction, key, file) => {
      if (instruction.kind === 'undo') return await undo(access, instruction, key)
      if (instruction.kind !== 'attach' && instruction.kind !== 'note')
        return readEntry(await send(access, xeroCall(instruction), key))
      const call = { method: 'PUT', ...besideCall(instruction, file) } as const
      const made = findBeside(instruction, await send(access, call, key))
      if (made.kind !== 'ok') return made
      return made.value === null
        ? { kind: 'unknown', detail: 'the answer is empty' }
        : { kind: 'ok', value: made.value }
    },
    find,
    foresee: foreseeXero,
    ...createXeroContacts({
      ...{ get, where },
      put: async (access, path, body, key) => await send(access, { method: 'PUT', path, body }, key),
    }),
    ...createXeroReading(get, config.webhookKey),
  }
}

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { basic, exchange, requestTokens } from '../accounting/exchange.ts'
import type {
  AccountingConfig,
  AccountingGateway,
  BookAccess,
  BookEntry,
  BookInstruction,
  BookOutcome,
} from '../accounting/gateway.ts'
import { type Beside, besideBody, besideQuery, findBeside, readBeside } from './attachments.ts'
import { createQuickBooksContacts } from './contacts.ts'
import {
  creditEntity,
  foreseeQuickBooks,
  markerOf,
  quickBooksCall,
  taxChoiceId,
  type UndoneEntity,
  undoneEntity,
} from './documents.ts'
import {
  appliedOf,
  entryOf,
  findPayment,
  isVoided,
  type QuickBooksEntry,
  readEntries,
  readQuery,
  readWith,
  readWritten,
} from './read-answers.ts'
import { createQuickBooksReading } from './read-sales.ts'

const NOTHING: Omit<BookEntry, 'id'> = { number: '', total: null, tax: null }
const SCOPE = 'com.intuit.quickbooks.accounting'
const MINOR_VERSION = '75'

const companySchema = v.object({ CompanyInfo: v.object({ CompanyName: v.string() }) })
const preferencesSchema = v.object({
  Preferences: v.object({
    CurrencyPrefs: v.object({ HomeCurrency: v.object({ value: v.string() }) }),
  }),
})
const namedSchema = v.object({ Id: v.string(), Name: v.string() })
const itemSchema = v.object({ ...namedSchema.entries, Type: v.optional(v.string()) })
const accountSchema = v.object({ ...namedSchema.entries, AccountType: v.string() })
const taxRateSchema = v.object({ ...namedSchema.entries, RateValue: v.optional(v.number()) })
const taxCodeSchema = v.object({
  ...namedSchema.entries,
  SalesTaxRateList: v.optional(
    v.object({ TaxRateDetail: v.array(v.object({ TaxRateRef: v.object({ value: v.string() }) })) }),
  ),
})

function quoted(text: string): string {
  return text.replaceAll(/['\\]/g, (char) => `\\${char}`)
}

/** The client of the QuickBooks Online accounting API; `now` gives milliseconds. */
export function createQuickBooksGateway(config: AccountingConfig, now: () => number): AccountingGateway {
  const urlOf = ({ organizationId }: BookAccess, path: string, query: Readonly<Record<string, string>>) =>
    `${config.apiUrl}/v3/company/${organizationId}${path}?${new URLSearchParams({ ...query, minorversion: MINOR_VERSION }).toString()}`
  const headersOf = ({ token }: BookAccess) => ({
    ...{ accept: 'application/json', 'content-type': 'application/json' },
    authorization: `Bearer ${token}`,
  })
  const get = async (access: BookAccess, path: string, query: Readonly<Record<string, string>> = {}) =>
    await exchange({ method: 'GET', url: urlOf(access, path, query), headers: headersOf(access) })
  const ask = async (access: BookAccess, query: string, first = 1) =>
    await get(access, '/query', { query: `${query} startposition ${first} maxresults 1000` })
  const post = async (
    access: BookAccess,
    path: string,
    body: object,
    query: Readonly<Record<string, string>>,
  ) => {
    const request = {
      url: urlOf(access, path, query),
      headers: headersOf(access),
      body: JSON.stringify(body),
    }
    return await exchange({ method: 'POST', ...request })
  }
  const putBeside = async (
    access: BookAccess,
    instruction: Beside,
    key: string,
    file: Uint8Array<ArrayBuffer> | undefined,
  ) => {
    const { path, body } = besideBody(instruction, file)
    const { 'content-type': json, ...headers } = headersOf(access)
    const answer = await exchange({
      ...{ method: 'POST', url: urlOf(access, path, { requestid: requestId(key) }), body },
      // A form names its own type, with the mark between its parts.
      headers: { ...headers, ...(typeof body === 'string' && { 'content-type': json }) },
    })
    return readBeside(instruction, answer)
  }
  const requestId = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 40)

  /** The entry itself, with the version that a change must name. */
  const current = async (
    access: BookAccess,
    entity: 'Invoice' | UndoneEntity,
    id: string,
  ): Promise<BookOutcome<QuickBooksEntry | undefined>> => {
    const read = readEntries(entity, await ask(access, `select * from ${entity} where Id = '${quoted(id)}'`))
    return read.kind === 'ok' ? { kind: 'ok', value: read.value[0] } : read
  }
  const voidEntry = async (
    access: BookAccess,
    instruction: Extract<BookInstruction, { kind: 'unpay' | 'void' }>,
    key: string,
  ): Promise<BookOutcome<BookEntry>> => {
    const entity = instruction.kind === 'void' ? 'Invoice' : 'Payment'
    const read = await current(access, entity, instruction.target)
    if (read.kind !== 'ok') return read
    if (!read.value) return { kind: 'refused', problem: 'changed', detail: 'the entry is gone' }
    if (read.value.TotalAmt === 0) return { kind: 'ok', value: entryOf(read.value) }
    const version = read.value.SyncToken ?? '0'
    const operation: Record<string, string> =
      entity === 'Invoice' ? { operation: 'void' } : { operation: 'update', include: 'void' }
    const query = { ...operation, requestid: requestId(`${key}:${version}`) }
    const body = { Id: instruction.target, SyncToken: version, ...(entity === 'Payment' && { sparse: true }) }
    return readWritten(await post(access, entity === 'Invoice' ? '/invoice' : '/payment', body, query))
  }
  const undo = async (
    access: BookAccess,
    { part, target }: Extract<BookInstruction, { kind: 'undo' }>,
    key: string,
  ): Promise<BookOutcome<BookEntry>> => {
    const entity = undoneEntity(part)
    const read = await current(access, entity, target)
    if (read.kind !== 'ok') return read
    if (!read.value) return { kind: 'ok', value: { ...NOTHING, id: target } }
    const body = { Id: target, SyncToken: read.value.SyncToken ?? '0' }
    const query = { operation: 'delete', requestid: requestId(`${key}:${body.SyncToken}`) }
    return readWritten(await post(access, `/${entity.toLowerCase()}`, body, query))
  }
  const findSale = async (
    access: BookAccess,
    entity: 'Invoice' | 'RefundReceipt' | 'CreditMemo',
    { document, contact }: Extract<BookInstruction, { kind: 'invoice' | 'credit' }>,
  ): Promise<BookOutcome<BookEntry | null>> => {
    const marker = markerOf(document.number)
    const questions = [
      `DocNumber = '${quoted(document.number)}'`,
      // The books may number by themselves: then our note is looked for among the day's entries of this customer.
      `CustomerRef = '${quoted(contact)}' and TxnDate = '${document.day}'`,
    ]
    let voided: QuickBooksEntry | undefined
    for (const question of questions) {
      const read = readEntries(entity, await ask(access, `select * from ${entity} where ${question}`))
      if (read.kind !== 'ok') return read
      const fits = read.value.filter(
        // A void writes a word before our note.
        ({ DocNumber, PrivateNote = '' }) =>
          DocNumber === document.number || /risiti:\S+/.exec(PrivateNote)?.[0] === marker,
      )
      // Beside a voided one there may be the one that was written in its place.
      const found = fits.find((one) => !isVoided(one))
      if (found) return { kind: 'ok', value: { ...entryOf(found), isVoid: false } }
      voided ??= fits[0]
    }
    return { kind: 'ok', value: voided ? { ...entryOf(voided), isVoid: true } : null }
  }
  return {
    provider: 'quickbooks',
    simulated: config.simulated,
    authorizeUrl: ({ state, redirectUri }) => {
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id: config.clientId, redirect_uri: redirectUri },
        ...{ scope: SCOPE, state },
      })
      return `${config.authorizeUrl}?${query.toString()}`
    },
    exchange: async ({ code, redirectUri }) =>
      await requestTokens(
        config,
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        now(),
      ),
    refresh: async (token) =>
      await requestTokens(config, { grant_type: 'refresh_token', refresh_token: token }, now()),
    revoke: async ({ refresh }) => {
      const answer = await exchange({
        ...{ method: 'POST', url: config.revokeUrl, body: JSON.stringify({ token: refresh }) },
        headers: {
          authorization: basic(config),
          'content-type': 'application/json',
          accept: 'application/json',
        },
      })
      return !('lost' in answer) && answer.status < 400
    },
    organizations: async (token, { realmId = '' }) => {
      if (!/^\d{1,30}$/.test(realmId)) return { kind: 'refused', problem: 'refused', detail: 'no company' }
      const access = { token, organizationId: realmId }
      const read = readWith(companySchema, await get(access, `/companyinfo/${realmId}`))
      if (read.kind !== 'ok') return read
      return { kind: 'ok', value: [{ id: realmId, name: read.value.CompanyInfo.CompanyName }] }
    },
    settings: async (access) => {
      const company = readWith(companySchema, await get(access, `/companyinfo/${access.organizationId}`))
      if (company.kind !== 'ok') return company
      const preferences = readWith(preferencesSchema, await get(access, '/preferences'))
      if (preferences.kind !== 'ok') return preferences
      const items = readQuery('Item', itemSchema, await ask(access, 'select * from Item'))
      if (items.kind !== 'ok') return items
      const accounts = readQuery('Account', accountSchema, await ask(access, 'select * from Account'))
      if (accounts.kind !== 'ok') return accounts
      const rates = readQuery('TaxRate', taxRateSchema, await ask(access, 'select * from TaxRate'))
      if (rates.kind !== 'ok') return rates
      const codes = readQuery('TaxCode', taxCodeSchema, await ask(access, 'select * from TaxCode'))
      if (codes.kind !== 'ok') return codes
      return {
        kind: 'ok',
        value: {
          name: company.value.CompanyInfo.CompanyName,
          currency: preferences.value.Preferences.CurrencyPrefs.HomeCurrency.value,
          choices: {
            income: items.value
              .filter(({ Type }) => Type === 'Service')
              .map(({ Id, Name }) => ({ id: Id, name: Name })),
            accounts: accounts.value
              .filter(({ AccountType }) => ['Bank', 'Other Current Asset'].includes(AccountType))
              .map(({ Id, Name }) => ({ id: Id, name: Name })),
            taxes: codes.value.flatMap(({ Id, Name, SalesTaxRateList }) => {
              const details = SalesTaxRateList?.TaxRateDetail ?? []
              const [only] = details
              const rate = rates.value.find((known) => known.Id === only?.TaxRateRef.value)
              if (!rate || details.length !== 1) return []
              const percent = toBasisPoints(Math.round((rate.RateValue ?? 0) * 100))
              return [{ id: taxChoiceId(Id, rate.Id), name: Name, rate: percent }]
            }),
          },
        },
      }
    },
    write: async (access, instruction, key, file) => {
      if (instruction.kind === 'attach' || instruction.kind === 'note')
        return await putBeside(access, instruction, key, file)
      if (instruction.kind === 'undo') return await undo(access, instruction, key)
      if (instruction.kind === 'void' || instruction.kind === 'unpay')
        return await voidEntry(access, instruction, key)
      const { path, body } = quickBooksCall(instruction)
      const answer = await post(access, path, body, { requestid: requestId(key) })
      return readWritten(answer, instruction.kind === 'apply' ? appliedOf : entryOf)
    },
    find: async (access, instruction) => {
      switch (instruction.kind) {
        case 'invoice':
          return await findSale(access, 'Invoice', instruction)
        case 'credit':
          return await findSale(access, creditEntity(instruction), instruction)
        case 'apply':
        case 'payment':
        case 'refund': {
          const { contact, day } = instruction
          const question = `CustomerRef = '${quoted(contact)}' and TxnDate = '${day}'`
          const read = readEntries('Payment', await ask(access, `select * from Payment where ${question}`))
          return read.kind === 'ok' ? { kind: 'ok', value: findPayment(read.value, instruction) } : read
        }
        case 'undo': {
          const read = await current(access, undoneEntity(instruction.part), instruction.target)
          if (read.kind !== 'ok') return read
          return { kind: 'ok', value: read.value ? null : { ...NOTHING, id: instruction.target } }
        }
        case 'unpay':
        case 'void': {
          const entity = instruction.kind === 'void' ? 'Invoice' : 'Payment'
          const read = await current(access, entity, instruction.target)
          if (read.kind !== 'ok') return read
          // What a person deleted is not there either.
          if (!read.value) return { kind: 'ok', value: { ...NOTHING, id: instruction.target } }
          return { kind: 'ok', value: read.value.TotalAmt === 0 ? entryOf(read.value) : null }
        }
        case 'attach':
        case 'note':
          return findBeside(instruction, await ask(access, besideQuery(instruction)))
      }
    },
    foresee: foreseeQuickBooks,
    ...createQuickBooksContacts({
      ...{ ask, quoted },
      post: async (access, path, body, key) => await post(access, path, body, { requestid: requestId(key) }),
    }),
    ...createQuickBooksReading({ get, ask }, config.webhookKey, now),
  }
}

import type { AccountingMapping } from '#domain/accounting/mapping.ts'
import type { AccountingGateway } from '#server/gateways/accounting/gateway.ts'
import { createXeroGateway } from '#server/gateways/xero/live.ts'
import { createEncryption } from '#server/security/encryption.ts'
import { exchangeCode, issueCode } from '#server/simulators/accounting/grants.ts'
import { answerWithFaults, type SimulatorRequest } from '#server/simulators/accounting/serve-simulator.ts'
import {
  openXeroSimulator,
  XERO_CLIENT,
  type XeroRules,
} from '#server/simulators/xero/start-xero-simulator.ts'
import type { XeroOrganization } from '#server/simulators/xero/xero-ledger.ts'
import { simulatedXero } from '#server/start-accounting.ts'
import type { Actor } from './actor.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { History } from './history.ts'
import { NOBODY } from './network.ts'
import type { RawConnections } from './raw-connections.ts'
import type { Scheduler } from './scheduler.ts'
import { COMPANIES, FIXTURE_KEY } from './simulation-fixture.ts'
import { counted } from './virtual-runtime.ts'

const URL_OF_BOOKS = 'http://books.test'
/** Tokens are issued to a client that asks with them; what a person does in a browser is not tried here. */
const RULES = { accessSeconds: 1800, refreshDays: 60, graceSeconds: 1800 }
const SCOPES =
  'openid offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings.read'
const DELAY_MS = 60

/** The books as a run left them. */
export type BookEvidence = {
  readonly organization: XeroOrganization
  readonly mapping: AccountingMapping
  readonly violations: readonly string[]
}

/** The accounting service of the first company: the rules and the ledger of the simulator, without its socket. */
export class Books {
  readonly simulator: XeroRules
  readonly #scheduler: Scheduler
  readonly #history: History

  constructor(scheduler: Scheduler, history: History) {
    const clock = { now: () => Math.floor(scheduler.now) }
    // Two processes may be told about the limit at the same moment; the limit is a fault here, not a number.
    this.simulator = openXeroSimulator({ clock, perMinute: 100_000 })
    this.#scheduler = scheduler
    this.#history = history
  }

  get organization(): XeroOrganization {
    const [organization] = this.simulator.organizations
    if (!organization) throw new Error('there are no books')
    return organization
  }

  /** Where each part of a receipt goes, as the owner chose it. */
  get mapping(): AccountingMapping {
    const accountOf = (code: string) =>
      this.organization.accounts.find(({ Code }) => Code === code)?.AccountID ?? ''
    const bank = accountOf('090')
    return {
      ...{ income: '200', walkIn: 'Walk-in customer' },
      payments: { cash: accountOf('091'), 'e-money': accountOf('092'), credit_card: bank, cheque: bank },
      taxes: {
        ...{ standard: 'TAX001', zero_rated: 'ZERORATEDOUTPUT', special_relief: 'TAX002' },
        ...{ exempted: 'EXEMPTOUTPUT', none: 'NONE' },
      },
    }
  }

  /** Connects the first company, before the day begins. */
  async connect({ monitor }: RawConnections): Promise<void> {
    const now = Math.floor(this.#scheduler.now)
    const redirectUri = 'http://risiti.test/apps-integration'
    const { grants } = this.simulator
    const wanted = { organization: this.organization.id, redirectUri, scopes: SCOPES, challenge: null }
    const code = issueCode(grants, wanted, now)
    const tokens = exchangeCode(grants, { code, redirectUri, verifier: null }, RULES, now)
    if (!tokens) throw new Error('no tokens')
    const { encrypt } = createEncryption(FIXTURE_KEY)
    const [id, at] = [chanceOf('books').id(now), new Date(now).toISOString()]
    await monitor.query(
      `insert into accounting_connections (id, company_id, provider, state, organization_id, offered, access_token,
        refresh_token, access_ends_at, mapping, since, changed_at, attaches, compared_at)
      values ($1, $2, 'xero', 'active', $3, '[]', $4, $5, $6, $7, '2026-01-01', $8, false, $8)`,
      [
        ...[id, COMPANIES[0]?.id, this.organization.id, encrypt(tokens.access), encrypt(tokens.refresh)],
        ...[new Date(now + RULES.accessSeconds * 1000).toISOString(), JSON.stringify(this.mapping), at],
      ],
    )
  }

  /** The client of the books as a process of the server has it. */
  gatewayOf(actor: Actor, chance: Chance, clock: { now(): number }): AccountingGateway {
    const config = { ...simulatedXero(URL_OF_BOOKS), fetch: this.#fetchOf(actor, chance) }
    if (config.clientId !== XERO_CLIENT.id) throw new Error('another client')
    return createXeroGateway(config, () => clock.now())
  }

  #fetchOf(actor: Actor, chance: Chance): typeof fetch {
    return (input, init) =>
      new Promise((resolve, reject) => {
        const delay = () => DELAY_MS * (0.3 + 1.4 * chance.next())
        const lose = (error: Error) => {
          if (actor.alive) reject(error)
        }
        init?.signal?.addEventListener('abort', () => lose(new DOMException('aborted', 'TimeoutError')))
        const arrive = async () => {
          const request = requestOf(addressOf(input), init)
          const answer = await counted(answerWithFaults(this.simulator, request))
          this.#scheduler.after(actor, delay(), 'books answer', () => {
            const { method, path } = request
            const outcome = answer ? String(answer.status) : 'lost'
            this.#history.add({
              kind: 'authority',
              call: `books ${method} ${path}`,
              process: actor.name,
              outcome,
            })
            if (answer === undefined) {
              lose(new TypeError('fetch failed'))
              return
            }
            const { status, headers = {}, body = '' } = answer
            const text = typeof body === 'string' ? body : JSON.stringify(body)
            resolve(new Response(status === 204 ? null : text, { status, headers }))
          })
        }
        this.#scheduler.after(NOBODY, delay(), 'books', () => void arrive())
      })
  }
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  if (typeof input === 'string') return input
  return 'url' in input ? input.url : input.href
}

function requestOf(address: string, init: RequestInit | undefined): SimulatorRequest {
  const url = new URL(address)
  const body = typeof init?.body === 'string' ? init.body : ''
  return {
    ...{ method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body },
    ...{ headers: Object.fromEntries(new Headers(init?.headers)), bytes: Buffer.from(body) },
  }
}

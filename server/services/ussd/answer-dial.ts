import { createHash } from 'node:crypto'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { USSD_IDLE_MS } from '#domain/ussd/check-ussd-phone.ts'
import { ussdEndText } from '#domain/ussd/ussd-ends.ts'
import { answerUssd, openUssd } from '#domain/ussd/ussd-machine.ts'
import type { UssdEnd, UssdFacts, UssdState, UssdStep } from '#domain/ussd/ussd-state.ts'
import { Refusal } from '../../ports/refusal.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import { listByNumber, type UssdPhone } from '../../storage/ussd/phones.ts'
import {
  clearOtherSessions,
  deleteOldSessions,
  findUnfinished,
  lockUssdSession,
  saveUssdSession,
} from '../../storage/ussd/sessions.ts'
import type { ServiceContext, Services } from '../context.ts'
import { type Door, doorContext } from '../operations/execute-at-door.ts'
import { type DialAnswer, endedWith, NO_COMPANY, type Outcome, outcomeOf } from './outcome.ts'
import { performEffect, type Seller } from './perform-effect.ts'
import { helpTexts, readUssdFacts, type UssdHelp } from './read-facts.ts'
import { confirmByCode } from './registration.ts'
import { findSubmitted } from './submit-draft.ts'

/** One request of a gateway: everything that was dialled in the session so far, joined by `*`. */
export type DialRequest = { readonly sessionId: string; readonly phone: string; readonly text: string }

/** A sale that was left unfinished is offered again for so long. */
const RESUMED_FOR_MS = 15 * 60_000
const SESSIONS_KEPT_MS = 24 * 60 * 60_000

/** What the people behind a number may do, or the screen that ends the call. */
type Caller =
  | {
      readonly kind: 'seller'
      readonly phone: UssdPhone
      readonly context: ServiceContext
      readonly door: Door
      /** Registrations of the same number whose code was not dialled yet. */
      readonly waiting: readonly UssdPhone[]
    }
  | { readonly kind: 'waiting'; readonly waiting: readonly UssdPhone[] }
  | { readonly kind: 'ended'; readonly outcome: Outcome }

export type UssdDeps = {
  readonly services: Services
  readonly help: UssdHelp
  /** Counts wrong codes by number; refuses when there were too many. */
  readonly countCode: (phone: string) => Promise<void>
}

/**
 * Answers one request. The same request again gets the same answer: the session is locked while the first one is
 * worked on, and the sale has an id of its own, so a process that ended in between leaves nothing doubled.
 */
export async function answerDial(deps: UssdDeps, request: DialRequest): Promise<DialAnswer> {
  const { services } = deps
  const phone = normalizePhone(request.phone)
  if (phone === undefined) return { goesOn: false, text: downText(deps.help) }
  const key = createHash('sha256').update(`${request.sessionId}\n${phone}`).digest('hex')
  const now = services.clock.now()
  const [at, dialed] = [toInstant(now), services.encryption.encrypt(request.text)]
  return await inOneTransaction(services.db, async (tx) => {
    const session = await lockUssdSession(tx, key, { dialed, at })
    const before = services.encryption.decrypt(session.dialed)
    if (session.reply !== null && isKnown(before, request.text)) return readReply(session.reply)
    const input = session.reply === null ? null : inputAfter(before, request.text)
    if (session.reply === null) await deleteOldSessions(tx, toInstant(now - SESSIONS_KEPT_MS))
    const { answer, state, phoneId } = await work(deps, tx, { key, phone, input, state: session.state, now })
    const reply = `${answer.goesOn ? 'CON' : 'END'} ${answer.text}`
    await saveUssdSession(tx, key, { dialed, reply, state, phoneId })
    return answer
  })
}

/** What is shown when nothing can be done now. */
export function downText(help: UssdHelp): string {
  return ussdEndText({ end: 'down' }, 'sw', { dial: DEFAULT_SETTINGS.ussdCode, ...helpTexts(help) })
}

function readReply(reply: string): DialAnswer {
  return { goesOn: reply.startsWith('CON'), text: reply.slice(4) }
}

/** Whether a request is the last one again, or an older one that comes late: its answer is no longer awaited. */
function isKnown(before: string, text: string): boolean {
  return before === text || text === '' || before.startsWith(`${text}*`)
}

/** The last input: what was dialled after what is known, or after the last `*` when a request was lost between. */
function inputAfter(before: string, text: string): string {
  const known = before === '' ? '' : `${before}*`
  return text.startsWith(known) && text.length > before.length
    ? text.slice(known.length)
    : text.slice(text.lastIndexOf('*') + 1)
}

type Work = {
  readonly key: string
  readonly phone: string
  /** `null` at the first request of a session. */
  readonly input: string | null
  readonly state: UssdState | null
  readonly now: number
}

async function work(deps: UssdDeps, tx: Db, asked: Work): Promise<Outcome> {
  const caller = await findCaller(deps, asked.phone)
  // What stops the caller in the middle of a sale does not take the sale: it goes on when the obstacle is gone.
  if (caller.kind === 'ended') return { ...caller.outcome, state: asked.state }
  if (caller.kind === 'waiting') return await confirmNumber(deps, asked, caller.waiting)
  const { phone, context, door } = caller
  const facts = await readUssdFacts(context, phone, deps.help)
  const seller = { phone, context, door, facts, session: asked.key }
  const { input, state } = asked
  if (input === null) return await openSession(tx, asked, seller)
  if (state === null) return endedWith({ end: 'help' }, facts, phone.id)
  const step = answerUssd(state, input, facts, context.newId)
  if (step.kind !== 'effect') return outcomeOf(step, state, facts, phone.id)
  const { state: next, effect } = step
  if (effect.do === 'register') return await tryCode(deps, asked, caller.waiting, step, facts)
  try {
    const done = await performEffect(seller, next, effect)
    return outcomeOf(done.step, state, { ...facts, language: done.language }, phone.id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.log({ event: 'ussd-refused', code: error.code })
    return outcomeOf({ kind: 'end', end: { end: endOf(error.code) } }, state, facts, phone.id)
  }
}

/** How a call ends whose work was refused: only a person who may not do it is sent to the owner. */
function endOf(code: string): 'blocked' | 'barred' | 'failed' {
  if (code === 'COMPANY_BLOCKED_BY_TRA') return 'blocked'
  return isDisabledCode(code) || code === 'FORBIDDEN' ? 'barred' : 'failed'
}

/** The first screen; a sale that another call left behind is offered, or shown if it was submitted after all. */
async function openSession(tx: Db, { key, now }: Work, seller: Seller): Promise<Outcome> {
  const { phone, facts } = seller
  const since = toInstant(now - RESUMED_FOR_MS)
  const unfinished = await findUnfinished(tx, phone.id, { except: key, since })
  await clearOtherSessions(tx, phone.id, key)
  const draft = unfinished?.draft ?? null
  const end = draft && (await findSubmitted(seller, draft))
  if (end) return endedWith(end, facts, phone.id)
  const first = draft === null ? openUssd('main') : openUssd('resume', draft)
  return outcomeOf({ kind: 'show', state: first }, first, facts, phone.id)
}

/**
 * Who dials. A number that sells keeps its menu while another registration of it waits, so that no stranger can shut
 * it by asking for a code; the code is then entered at the menu.
 */
async function findCaller({ services, help }: UssdDeps, number: string): Promise<Caller> {
  const now = services.clock.now()
  const open = await listByNumber(services.db, number, toInstant(now - USSD_IDLE_MS))
  const phone = open.find(({ registered_at: done }) => done !== null)
  const waiting = open.filter(
    ({ registered_at: done, code_ends_at: end }) => done === null && Date.parse(end ?? '') > now,
  )
  const out = (end: UssdEnd): Caller => {
    if (waiting.length > 0) return { kind: 'waiting', waiting }
    const facts = { ...NO_COMPANY, ...helpTexts(help), ...(phone && { language: phone.language }) }
    return { kind: 'ended', outcome: endedWith(end, facts, phone?.id ?? null) }
  }
  if (phone === undefined) return out({ end: 'unknown' })
  const door: Door = { channel: 'USSD', clientId: phone.id }
  const scope = { companyId: phone.company_id }
  try {
    const context = await doorContext(services, scope, phone.user_id, door)
    if (phone.pin_tries <= 0) return out({ end: 'pin-shut' })
    return { kind: 'seller', phone, context, door, waiting }
  } catch (error) {
    if (error instanceof Refusal && isDisabledCode(error.code)) return out({ end: 'barred' })
    throw error
  }
}

/** Asks for the code of a number that waits for it. */
async function confirmNumber(deps: UssdDeps, asked: Work, waiting: readonly UssdPhone[]): Promise<Outcome> {
  const facts: UssdFacts = { ...NO_COMPANY, ...helpTexts(deps.help) }
  const { input, state } = asked
  if (input === null || state === null) {
    const first = openUssd('code')
    return outcomeOf({ kind: 'show', state: first }, first, facts, null)
  }
  const step = answerUssd(state, input, facts, deps.services.newId)
  if (step.kind !== 'effect') return outcomeOf(step, state, facts, null)
  return await tryCode(deps, asked, waiting, step, facts)
}

/** Registers the number by a code; every try counts. */
async function tryCode(
  { services, countCode }: UssdDeps,
  { phone }: Work,
  waiting: readonly UssdPhone[],
  { state, effect }: Extract<UssdStep, { kind: 'effect' }>,
  facts: UssdFacts,
): Promise<Outcome> {
  if (effect.do !== 'register') return endedWith({ end: 'help' }, facts, null)
  try {
    await countCode(phone)
  } catch (error) {
    if (error instanceof Refusal) return endedWith({ end: 'down' }, facts, null)
    throw error
  }
  const confirmed = await confirmByCode(services, waiting, effect.code)
  return confirmed
    ? endedWith({ end: 'registered' }, facts, confirmed.id)
    : outcomeOf({ kind: 'show', state, wrong: true }, state, facts, null)
}

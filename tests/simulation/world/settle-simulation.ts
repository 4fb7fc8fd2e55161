import { databaseName } from '#data/account-database.ts'
import { accountId } from '#data/account-id.ts'
import { damagedField } from '#data/outbox-entry-schema.ts'
import { chanceOf } from './chance.ts'
import { NOBODY } from './network.ts'
import { perform } from './perform.ts'
import type { Phone } from './phone.ts'
import { type AccountState, readPhones } from './read-phone.ts'
import type { Simulation } from './simulation.ts'
import { PEOPLE, type Person } from './simulation-fixture.ts'

const ROUND_MS = 60_000

/** After the faults, and before the first check whether everything is idle. */
const EVENING_MS = 40_000

export type SettledState = {
  readonly quiet: boolean
  readonly at: number
  readonly rounds: number
  readonly reason: string
}

/**
 * What can still change; work that was answered goes with the next pull, which needs a signed-in user, and so does a row
 * that cannot be read: a start of the app asks the person about it.
 */
function isMoving(state: AccountState): boolean {
  return state.outbox.some(
    (entry) => damagedField(entry) !== undefined || ['queued', 'sending', 'done'].includes(entry.state),
  )
}

const HOUR_MS = 3_600_000

/**
 * An account whose tables were emptied, and that was not opened since or has not compared its records with the server:
 * a phone learns of either when its person signs in.
 */
function isUnnoticed({ history, phones }: Simulation, { phone, database, outbox, meta }: AccountState) {
  const emptied = history.entries.some(
    (entry) => entry.kind === 'emptied' && entry.phone === phone && entry.database === database,
  )
  if (!emptied) return false
  const unsent = outbox.filter(({ state }) => state !== 'done').length
  const now = phones.find(({ name }) => name === phone)?.now() ?? 0
  const isCompared = typeof meta['replica-due'] === 'number' && meta['replica-due'] > now + HOUR_MS
  return (meta['pending'] ?? 0) !== unsent || !isCompared
}

async function openReceipts(simulation: Simulation): Promise<{ unsent: number; unseen: number }> {
  const { rows } = await simulation.fixture.raw.monitor.query<{ unsent: string; unseen: string }>(
    `select count(*) filter (where delivery not in ('acknowledged', 'verified', 'parked')) as unsent,
      count(*) filter (where delivery = 'acknowledged') as unseen from receipts`,
  )
  return { unsent: Number(rows[0]?.unsent ?? 0), unseen: Number(rows[0]?.unseen ?? 0) }
}

const BOOKS_WAIT = 'the books have not everything'

/** Whether a receipt is not booked as it is now, or has money that is not. */
async function openBooks({ books, fixture }: Simulation): Promise<string> {
  if (!books) return ''
  const { rows } = await fixture.raw.monitor.query<{ open: boolean }>(
    `select exists (select 1 from accounting_connections c join invoices i on i.company_id = c.company_id
      where i.issued_day >= c.since and i.status in ('issued', 'canceled')
        and not exists (select 1 from accounting_documents d
        where d.invoice_id = i.id and d.seen_rev = i.rev and d.state <> 'waiting' and d.seen_collections =
          (select coalesce(sum(k.rev), 0) from collections k where k.invoice_id = i.id))) as open`,
  )
  return rows[0]?.open ? BOOKS_WAIT : ''
}

/** What only the accounting service is waited for needs no phone: they are off meanwhile. */
async function letBooksCatchUp(simulation: Simulation): Promise<void> {
  const { scheduler, phones } = simulation
  for (const phone of phones) phone.closeTabs()
  for (let step = 0; step < 30 && (await openBooks(simulation)) !== ''; step += 1)
    await scheduler.run(() => false, scheduler.now + ROUND_MS)
  scheduler.current = undefined
}

const DAY_MS = 26 * HOUR_MS
const SLOW_SWEEPER_MS = 600_000

/** A receipt that the authority took and lost counts as missing after a day: a day on which all phones are off. */
async function letDayPass(simulation: Simulation): Promise<void> {
  const { scheduler, servers: farm, phones } = simulation
  for (const phone of phones) phone.closeTabs()
  const { sweepMs } = farm.jobs
  farm.jobs.sweepMs = SLOW_SWEEPER_MS
  await scheduler.run(() => false, scheduler.now + DAY_MS)
  scheduler.current = undefined
  farm.jobs.sweepMs = sweepMs
}

/** Who works under an account of a phone. */
async function peopleByDatabase(): Promise<Map<string, Person>> {
  const entries = await Promise.all(
    PEOPLE.map(async (person) => {
      return [databaseName(await accountId(person.companyId, person.id)), person] as const
    }),
  )
  return new Map(entries)
}

/** Whether the phone has read everything that the server has for this account. */
async function behindServer(
  simulation: Simulation,
  states: readonly AccountState[],
): Promise<string | undefined> {
  const { rows } = await simulation.fixture.raw.monitor.query<{ id: string; change_seq: string }>(
    'select id, change_seq from companies',
  )
  const people = await peopleByDatabase()
  const last = new Map(rows.map((row) => [row.id, Number(row.change_seq)]))
  for (const { phone, database, meta } of states) {
    const person = people.get(database)
    const cursor = meta['cursor']
    if (!person) continue
    const passed = typeof cursor === 'string' ? changeIdIn(cursor) : -1
    if (passed < (last.get(person.companyId) ?? 0))
      return `${phone} ${person.username} has not pulled everything`
  }
  return undefined
}

function changeIdIn(cursor: string): number {
  const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  return Array.isArray(read) ? Number(read[1]) : -1
}

/**
 * After all faults: every account of every phone signs in again and syncs, until nothing unsent can still
 * change, nothing waits for the authority, and every phone has pulled everything; or until time is up.
 */
export async function settleSimulation(simulation: Simulation, maxRounds: number): Promise<SettledState> {
  const { scheduler, phones } = simulation
  const people = await peopleByDatabase()
  for (const phone of phones) {
    scheduler.after(NOBODY, EVENING_MS, 'evening', () => resolveRemaining(simulation, phone))
  }
  let reason = ''
  let dayPassed = false
  for (let round = 0; round < maxRounds; round += 1) {
    await scheduler.run(() => false, scheduler.now + ROUND_MS)
    const states = await readPhones(scheduler, phones)
    const waiting = states.find(isMoving)
    const open = await openReceipts(simulation)
    const behind = await behindServer(simulation, states)
    reason = waiting ? `${waiting.phone} ${waiting.database} still has work to send` : ''
    if (open.unsent > 0) reason ||= `${open.unsent} receipts wait for the authority`
    reason ||= behind ?? ''
    const unnoticed = states.find((state) => isUnnoticed(simulation, state))
    if (unnoticed) reason ||= `${unnoticed.phone} ${unnoticed.database} has not noticed what is gone`
    const selling = simulation.doors.find(({ isBusy }) => isBusy)
    if (selling) reason ||= `a sale by ${selling.by} has no last word`
    reason ||= await openBooks(simulation)
    if (reason === BOOKS_WAIT && round > 0) await letBooksCatchUp(simulation)
    const still = reason === '' && !simulation.servers.jobs.isBusy
    if (still && open.unseen === 0) return { quiet: true, at: scheduler.now, rounds: round + 1, reason }
    if (still && round > 3 && !dayPassed) {
      dayPassed = true
      await letDayPass(simulation)
    }
    if (open.unseen > 0) reason ||= `${open.unseen} receipts do not show on the portal`
    for (const phone of phones) visit(simulation, phone.name, states, people, round)
  }
  return { quiet: false, at: scheduler.now, rounds: maxRounds, reason }
}

/**
 * In the evening a person resolves what needs attention: one entry and mostly one receipt that the authority
 * refused.
 */
function resolveRemaining(simulation: Simulation, phone: Phone): void {
  const chance = chanceOf(simulation.plan.seed, phone.name, 'evening')
  const where = { at: 0, phone: simulation.phones.indexOf(phone), slot: 0, which: 1 + chance.below(7) }
  const kind = chance.pick(['discard', 'send again', 'keep as draft'] as const)
  perform(simulation, { ...where, kind })
  if (!simulation.plan.leavesParked) perform(simulation, { ...where, kind: 'repair' })
}

function waitsForUpdate({ meta }: AccountState): boolean {
  const { drain } = meta
  return typeof drain === 'object' && drain !== null && JSON.stringify(drain).includes('UPGRADE_REQUIRED')
}

/** The server refused the app as too old: the person reloads it. */
function reload(phone: Phone): void {
  for (let slot = 0; slot < phone.tabs.length; slot += 1) phone.kill(slot)
  phone.openTab(0)
}

/** Each account of a phone gets its turn in front of the screen, two rounds long. */
function visit(
  simulation: Simulation,
  name: string,
  states: readonly AccountState[],
  people: ReadonlyMap<string, Person>,
  round: number,
): void {
  const phone = simulation.phones.find((candidate) => candidate.name === name)
  const mine = states
    .filter((state) => state.phone === name)
    .flatMap(({ database }) => people.get(database) ?? [])
  const wanted = mine.length === 0 ? phone?.user : mine[Math.floor(round / 2) % mine.length]
  if (!phone || !wanted) return
  const tab = phone.tabs.find((open) => open !== undefined)
  if (tab && tab.account.userId === wanted.id) {
    const database = databaseName(tab.account.id)
    const shown = states.find((state) => state.phone === name && state.database === database)
    if (shown && waitsForUpdate(shown)) reload(phone)
    else phone.dispatch('focus')
    return
  }
  if (tab) phone.closeTabs()
  phone.logIn(0, wanted, () => undefined)
}

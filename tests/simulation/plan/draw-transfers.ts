import { type Chance, chanceOf } from '../world/chance.ts'
import { drawPair, OWNER, shopOf } from './draw-position.ts'
import type { AccountSwitch, Fault, PhonePlan, UserAction } from './plan.ts'

/** Some minutes in which work goes from one person or phone to another, added to a day. */
type Scene = { readonly doings: readonly UserAction[]; readonly faults: readonly Fault[] }

const NOTHING: Scene = { doings: [], faults: [] }
/** No scene takes longer, except for its consequences. */
const SCENE_MS = 36_000

/** Offline writes of a user: mostly sales. */
function drawInvoiceWrites(chance: Chance, from: number, phone: number): UserAction[] {
  return Array.from({ length: 1 + chance.below(3) }, (_, index): UserAction => {
    const where = {
      at: Math.floor(from + index * 500 + chance.between(0, 400)),
      phone,
      slot: chance.below(2),
    }
    const [which, price, fresh] = [chance.below(8), 1 + chance.below(9), chance.hits(0.7)]
    const roll = chance.below(10)
    if (roll === 0) return { ...where, kind: 'customer', which, number: chance.below(5), fresh }
    if (roll === 1) return { ...where, kind: 'expense', which, price, code: chance.below(5), fresh }
    const kind = roll < 4 ? ('save' as const) : ('submit' as const)
    return { ...where, kind, which, price, customer: chance.below(6), product: chance.below(4), fresh }
  })
}

function drawOffline(at: number, phone: number, forMs: number): Fault {
  return { at, kind: 'line', phone, state: 'offline', forMs: Math.max(1_000, forMs) }
}

/** A phone dies in the middle of it, at whichever step. */
function drawDeath(chance: Chance, at: number, phone: number): Fault[] {
  if (chance.hits(0.7)) return []
  return [{ at, kind: 'storage', phone, fate: 'die', times: 1, afterUses: chance.below(40) }]
}

/**
 * An offline phone transfers what it wrote to another, which sends it; the first may come back at any moment
 * and send it too, and its person may change it.
 */
function drawExport(chance: Chance, start: number, phones: readonly PhonePlan[]): Scene {
  const pair = drawPair(chance, phones)
  if (!pair) return NOTHING
  const [from, to] = pair
  const [writer, recipient] = [phones[from]?.person, phones[to]?.person]
  const exportedAt = Math.floor(start + 2_500 + chance.between(0, 2_000))
  const importedAt = Math.floor(exportedAt + chance.between(800, 8_000))
  const doings = drawInvoiceWrites(chance, start + 500, from)
  const faults = drawDeath(chance, importedAt - 1, to)
  const [there, here] = [
    { phone: from, slot: chance.below(2) },
    { phone: to, slot: chance.below(2) },
  ]
  doings.push({ ...there, at: exportedAt, kind: 'seal', by: chance.pick(['codes', 'file']) })
  if (recipient !== OWNER && recipient !== writer && chance.hits(0.7)) {
    // On the phone of a user who may not import it, the owner or the writer logs in first.
    doings.push({ ...here, at: start, kind: 'shift', person: writer ?? OWNER, afterMs: 300 })
  }
  if (chance.hits(0.35)) {
    const second = { ...there, at: Math.floor(exportedAt + chance.between(0, 8_000)), which: chance.below(8) }
    const rest = { price: 5 + chance.below(4), customer: 0, product: 0, fresh: false }
    const kind = chance.pick(['take back', 'cancel', 'save', 'submit'] as const)
    doings.push(kind === 'save' || kind === 'submit' ? { ...second, kind, ...rest } : { ...second, kind })
  }
  doings.push({ ...here, at: importedAt, kind: 'take over', which: 0 })
  if (chance.hits(0.3)) {
    const at = Math.floor(importedAt + chance.between(20, 6_000))
    doings.push({ ...here, at, kind: 'take over', which: 0 })
  }
  if (chance.hits(0.25)) {
    // That phone is offline too: the work goes on to a third phone or back.
    faults.push(drawOffline(importedAt - 300, to, chance.between(2_000, 9_000)))
    doings.push({ ...here, at: importedAt + 1_500, kind: 'seal', by: 'file' })
    const phone = chance.below(phones.length)
    doings.push({ at: importedAt + 2_500, phone, slot: 0, kind: 'take over', which: 0 })
  }
  const backAt =
    importedAt + (chance.hits(0.5) ? chance.between(-1_000, 2_500) : chance.between(2_500, 15_000))
  faults.push(drawOffline(start, from, backAt - start))
  return { doings, faults }
}

function handOn(phone: number, at: number, person: number, chance: Chance, wrong: number): AccountSwitch {
  return {
    at: Math.floor(at),
    phone,
    slot: 0,
    kind: 'hand on',
    person,
    afterMs: chance.between(100, 900),
    wrong,
  }
}

/**
 * A user leaves work on an offline phone; the owner unlocks it by PIN, still offline, and takes the work
 * over.
 */
function drawLeftHere(chance: Chance, start: number, phones: readonly PhonePlan[]): Scene {
  const phone = phones.findIndex(({ person }) => shopOf(person) === shopOf(OWNER))
  if (phone < 0) return NOTHING
  const doings: UserAction[] = []
  const where = { phone, slot: 0 }
  let at = start
  if (phones[phone]?.person !== OWNER) {
    doings.push({ ...where, at, kind: 'shift', person: OWNER, afterMs: 300 })
    at += 4_000
  }
  const leaver = 1 + chance.below(2)
  doings.push({ ...where, at, kind: 'set pin' }, handOn(phone, at + 1_500, leaver, chance, 0))
  if (chance.hits(0.5)) doings.push({ ...where, at: at + 5_500, kind: 'set pin' })
  const goneAt = at + 6_500
  doings.push(...drawInvoiceWrites(chance, goneAt + 300, phone))
  doings.push(handOn(phone, goneAt + 3_000, OWNER, chance, chance.pick([0, 0, 1])))
  const importedAt = Math.floor(goneAt + 5_500)
  doings.push({ ...where, at: importedAt, kind: 'take over here' })
  if (chance.hits(0.3)) {
    doings.push({ ...where, at: importedAt + chance.below(3_000), kind: 'take over here' })
  }
  const backAt = importedAt + chance.between(-1_500, 5_000)
  if (chance.hits(0.5)) doings.push(handOn(phone, importedAt + 6_000, leaver, chance, 0))
  const faults = [drawOffline(goneAt, phone, backAt - goneAt), ...drawDeath(chance, importedAt - 1, phone)]
  return { doings, faults }
}

/** One person locks the phone while work waits, and comes back with the PIN: now and then only after wrong ones. */
function drawLocking(chance: Chance, start: number, phones: readonly PhonePlan[]): Scene {
  const phone = chance.below(phones.length)
  const person = phones[phone]?.person ?? OWNER
  const doings: UserAction[] = [{ at: start, phone, slot: 0, kind: 'set pin' }]
  const faults: Fault[] = []
  if (chance.hits(0.6)) faults.push(drawOffline(start + 1_000, phone, chance.between(3_000, 15_000)))
  doings.push(...drawInvoiceWrites(chance, start + 1_200, phone))
  const wrong = chance.pick([0, 1, 2, 5, 5])
  doings.push(handOn(phone, start + 2_000 + chance.below(3_000), person, chance, wrong))
  // Five wrong ones take a minute and a half, and a right one in between would restart the count.
  if (wrong < 5) {
    doings.push(...drawInvoiceWrites(chance, start + 9_000, phone))
    doings.push(handOn(phone, start + 10_000 + chance.below(3_000), person, chance, 0))
  }
  faults.push(...drawDeath(chance, start + 2_000, phone))
  return { doings, faults }
}

const inTime = (one: { readonly at: number }, other: { readonly at: number }) => one.at - other.at

/**
 * Draws how work is transferred to another phone or taken over here, and how a phone is locked. It has a
 * random stream of its own: the rest of a day is the same with and without it.
 */
export function drawTransfers(seed: number, lengthMs: number, phones: readonly PhonePlan[]): Scene {
  const chance = chanceOf(seed, 'carrying')
  const roll = chance.below(100)
  const start = Math.floor(chance.between(0, lengthMs - SCENE_MS))
  const draw = roll < 18 ? drawExport : roll < 28 ? drawLeftHere : roll < 40 ? drawLocking : () => NOTHING
  const { doings, faults } = draw(chance, start, phones)
  return { doings: doings.toSorted(inTime), faults: faults.toSorted(inTime) }
}

import { endAll } from '#server/simulators/accounting/grants.ts'
import { changeDevice } from '#server/simulators/tra/control-changes.ts'
import type { Fault } from '../plan/plan.ts'
import { damageRow } from './damage-storage.ts'
import { NOBODY } from './network.ts'
import { GOOD_CONDITIONS } from './network-conditions.ts'
import type { Simulation } from './simulation.ts'
import { COMPANIES } from './simulation-fixture.ts'

/** A phone whose row was spoiled goes on for a while before the person opens the app again. */
const UNTIL_RESTART_MS = 20_000

/** Lets a fault happen; one with a span ends by itself. */
export function injectFaults(simulation: Simulation, fault: Fault): void {
  const { scheduler, phones, servers: farm, authority } = simulation
  const later = (ms: number, run: () => void) => scheduler.after(NOBODY, ms, `${fault.kind} ends`, run)
  simulation.history.add({ kind: 'fault', what: JSON.stringify(fault), who: 'plan' })
  switch (fault.kind) {
    case 'line': {
      const phone = phones[fault.phone]
      if (!phone) return
      phone.conditions.kind = fault.state
      later(fault.forMs, () => {
        phone.conditions.kind = 'open'
        phone.dispatch('online')
      })
      return
    }
    case 'noise': {
      const phone = phones[fault.phone]
      if (!phone) return
      const { loss, replay, spoil, proxyErrors, refusals, delayMs } = fault
      Object.assign(phone.conditions, { loss, replay, spoil, proxyErrors, refusals, delayMs })
      later(fault.forMs, () => {
        const { kind, foreign } = phone.conditions
        Object.assign(phone.conditions, { ...GOOD_CONDITIONS, kind, foreign })
      })
      return
    }
    case 'slow pulls': {
      const phone = phones[fault.phone]
      if (!phone) return
      phone.conditions.pullDelayMs = fault.delayMs
      later(fault.forMs, () => Object.assign(phone.conditions, { pullDelayMs: 0 }))
      return
    }
    case 'foreign answers': {
      const phone = phones[fault.phone]
      if (!phone) return
      phone.conditions.foreign = fault.chance
      later(fault.forMs, () => Object.assign(phone.conditions, { foreign: 0 }))
      return
    }
    case 'damage row': {
      const phone = phones[fault.phone]
      const lost = phone && damageRow(phone.storage, fault.which, fault.how)
      if (!phone || !lost) return
      simulation.history.add({ kind: 'damaged', phone: phone.name, ...lost })
      later(UNTIL_RESTART_MS, () => phone.restart())
      return
    }
    case 'roll back':
      farm.betweenSteps(() => simulation.fixture.remember())
      later(fault.afterMs, () => farm.stopFor(2_000, () => simulation.fixture.turnBack()))
      return
    case 'copy phone': {
      const [phone, to] = [phones[fault.phone], phones[fault.to]]
      if (!phone || !to?.becomeCopyOf(phone)) return
      simulation.history.add({ kind: 'evicted', phone: to.name })
      simulation.history.add({ kind: 'copied', phone: phone.name, to: to.name })
      return
    }
    case 'empty stores': {
      const phone = phones[fault.phone]
      if (!phone) return
      for (const lost of phone.lose(fault.stores))
        simulation.history.add({ kind: 'emptied', phone: phone.name, ...lost })
      return
    }
    case 'kill tab': {
      const phone = phones[fault.phone]
      phone?.kill(fault.slot)
      later(fault.backAfterMs, () => phone?.openTab(fault.slot))
      return
    }
    case 'freeze tab': {
      const actor = phones[fault.phone]?.tabs[fault.slot]?.actor
      if (actor) actor.frozenUntil = scheduler.now + fault.forMs
      return
    }
    case 'slow timers': {
      const actor = phones[fault.phone]?.tabs[fault.slot]?.actor
      if (actor) actor.slowTimersUntil = scheduler.now + fault.forMs
      return
    }
    case 'evict': {
      const phone = phones[fault.phone]
      if (phone?.evict()) simulation.history.add({ kind: 'evicted', phone: phone.name })
      return
    }
    case 'phone clock': {
      const phone = phones[fault.phone]
      if (phone) phone.clockOffsetMs += fault.offsetMs
      return
    }
    case 'storage': {
      const phone = phones[fault.phone]
      const { fate, times, afterUses } = fault
      if (phone) simulation.injectStorageFault(phone, { fate, times, afterUses })
      return
    }
    case 'server': {
      const { process, fate, afterQueries, downMs } = fault
      farm.injectFault(process, { fate, afterQueries, downMs })
      return
    }
    case 'slow queries':
      farm.slowQueries = fault.chance
      later(fault.forMs, () => {
        farm.slowQueries = 0
      })
      return
    case 'server clock':
      farm.clockOffsetMs = fault.offsetMs
      later(fault.forMs, () => {
        farm.clockOffsetMs = 0
      })
      return
    case 'authority':
      authority.world.faults.add({
        ...{
          kind: fault.fault,
          times: fault.times,
          code: fault.code,
          afterProcessing: fault.afterProcessing,
        },
        ...{ calls: null, certkey: COMPANIES[fault.company]?.certKey ?? null, ms: 30_000, status: 503 },
        message: null,
      })
      return
    case 'authority line':
      Object.assign(authority.conditions, { loss: fault.loss, replay: fault.replay })
      later(fault.forMs, () => Object.assign(authority.conditions, { loss: 0, replay: 0 }))
      return
    case 'block': {
      const certKey = COMPANIES[fault.company]?.certKey ?? ''
      void changeDevice(authority.world, certKey, { blocked: 'blocked for the test' })
      later(fault.forMs, () => void changeDevice(authority.world, certKey, { blocked: null }))
      return
    }
    case 'books':
      simulation.books?.simulator.faults.push({
        ...{ kind: fault.fault, times: fault.times, seconds: fault.seconds },
        ...(fault.writes && { method: 'PUT' }),
      })
      return
    case 'books tokens':
      if (simulation.books) endAll(simulation.books.simulator.grants, 'expire')
      return
    case 'expire tokens':
      for (const [text, token] of authority.world.ledger.tokens) {
        if (token.certkey === COMPANIES[fault.company]?.certKey) authority.world.ledger.tokens.delete(text)
      }
  }
}

/** Everything that was wrong is right again. Clocks of phones stay wrong: they are, in shops. */
export function heal(simulation: Simulation): void {
  const { phones, servers: farm, authority, scheduler } = simulation
  simulation.clearStorageFaults()
  farm.clearFaults()
  authority.world.faults.clear()
  simulation.books?.simulator.faults.splice(0)
  Object.assign(authority.conditions, { loss: 0, replay: 0 })
  for (const { certKey } of COMPANIES) void changeDevice(authority.world, certKey, { blocked: null })
  for (const door of simulation.doors) Object.assign(door.conditions, GOOD_CONDITIONS)
  for (const phone of phones) {
    Object.assign(phone.conditions, GOOD_CONDITIONS)
    for (const tab of phone.tabs) {
      if (!tab) continue
      tab.actor.frozenUntil = Math.min(tab.actor.frozenUntil, scheduler.now)
      tab.actor.slowTimersUntil = 0
    }
    phone.dispatch('online')
  }
}

import { saveProduct } from '#commands/catalogue.ts'
import { toCents } from '#domain/money/cents.ts'
import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import { check } from './checker/check.ts'
import type { RunEvidence, Violation } from './checker/run-evidence.ts'
import type { Plan } from './plan/plan.ts'
import { heal, injectFaults } from './world/inject-faults.ts'
import { NOBODY } from './world/network.ts'
import { perform } from './world/perform.ts'
import { readPhones } from './world/read-phone.ts'
import { readServer } from './world/read-server.ts'
import type { Scheduler } from './world/scheduler.ts'
import { settleSimulation } from './world/settle-simulation.ts'
import { personOf, Simulation } from './world/simulation.ts'
import type { SimulationFixture } from './world/simulation-fixture.ts'
import { startDoors } from './world/start-doors.ts'

const SETUP_MS = 12_000

export type RunOutcome = {
  readonly plan: Plan
  readonly violations: readonly Violation[]
  readonly fingerprint: string
  readonly steps: number
  /** Virtual time from the end of all faults until nothing moved. */
  readonly quietAfterMs: number
  readonly evidence: RunEvidence
}

/** All users sign in, and each shop has something to sell. */
async function setUp(simulation: Simulation): Promise<void> {
  const { scheduler, plan, phones } = simulation
  const begins = new Set<string>()
  plan.phones.forEach(({ person, tabs }, index) => {
    const phone = phones[index]
    if (!phone) return
    const { companyId } = personOf(person)
    phone.logIn(0, personOf(person), () => undefined)
    scheduler.after(NOBODY, 2_000, 'second tab', () => {
      for (let slot = 1; slot < tabs; slot += 1) phone.openTab(slot)
    })
    if (!begins.has(companyId)) {
      begins.add(companyId)
      scheduler.after(NOBODY, 3_000, 'goods', () => stockShop(simulation, index))
    }
    scheduler.after(NOBODY, 9_000, 'look', () => phone.dispatch('focus'))
  })
  await scheduler.run(() => false, plan.startsAt + SETUP_MS)
}

function stockShop(simulation: Simulation, index: number): void {
  const tab = simulation.phones[index]?.tabs[0]
  if (!tab) return
  simulation.scheduler.after(tab.actor, 0, 'first product', () => {
    const form = { name: 'Sukari', unit: 'kg', unitPrice: toCents(250_000), taxType: 'standard' as const }
    saveProduct(tab.account, tab.commands, { form }).catch((error: unknown) => simulation.trouble(error))
  })
}

/** A digest of what happened and its result; without what is random in each run (keys, signatures). */
function fingerprintOf(scheduler: Scheduler, { server, history }: RunEvidence): string {
  const operations = server.operations.map((row) => `${row.op_id} ${row.device_seq} ${row.result.state}`)
  const receipts = server.receipts.map((row) => `${row.rctvnum} ${row.invoice_id} ${row.day} ${row.delivery}`)
  const commands = history.flatMap((entry) =>
    entry.kind === 'command' ? [`${entry.phone} ${entry.command} ${entry.outcome}`] : [],
  )
  const files = server.files.map((row) => `${row.company_id} ${row.sha256} ${row.received}`)
  scheduler.addToFingerprint(
    [...operations.sort(), ...receipts.sort(), ...files.sort(), ...commands].join('\n'),
  )
  return scheduler.fingerprint()
}

function booksOf({ books }: Simulation): RunEvidence['books'] {
  if (!books) return null
  const { organization, mapping, simulator } = books
  return { organization, mapping, violations: simulator.violations }
}

/** Runs a plan from an empty database to the final check, which waits this many virtual minutes for rest. */
export async function runPlan(
  plan: Plan,
  fixture: SimulationFixture,
  maxRounds: number,
  tra?: (real: TraGateway) => TraGateway,
): Promise<RunOutcome> {
  const simulation = await Simulation.open(plan, fixture, tra)
  const { scheduler, history } = simulation
  const unhandled = (error: unknown) => simulation.trouble(error)
  process.on('unhandledRejection', unhandled)
  try {
    await setUp(simulation)
    for (const doing of plan.doings) {
      scheduler.after(NOBODY, doing.at, 'doing', () => perform(simulation, doing))
    }
    startDoors(simulation)
    for (const fault of plan.faults) {
      scheduler.after(NOBODY, fault.at, 'fault', () => injectFaults(simulation, fault))
    }
    const healedAt = plan.startsAt + SETUP_MS + plan.lengthMs
    await scheduler.run(() => false, healedAt)
    scheduler.current = undefined
    heal(simulation)
    const settled = await settleSimulation(simulation, maxRounds)
    const phones = await readPhones(scheduler, simulation.phones)
    const server = await readServer(fixture.raw)
    const evidence: RunEvidence = {
      plan,
      history: history.entries,
      phones,
      server,
      authority: simulation.authority.world.ledger,
      books: booksOf(simulation),
      healedAt,
      settled,
    }
    return {
      plan,
      violations: check(evidence),
      fingerprint: fingerprintOf(scheduler, evidence),
      steps: scheduler.steps,
      quietAfterMs: settled.at - healedAt,
      evidence,
    }
  } finally {
    await simulation.close()
    process.off('unhandledRejection', unhandled)
  }
}

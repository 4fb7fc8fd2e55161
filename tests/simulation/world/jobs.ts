import { enqueueDueWork, type LastStatusChecks } from '#server/jobs/sweeper.ts'
import { drainConnectionById } from '#server/services/accounting/drain-connection.ts'
import { readConnectionById } from '#server/services/accounting/read-connection.ts'
import { writeExports } from '#server/services/data-export/write-export.ts'
import { lookUpExpenses } from '#server/services/expenses/look-up-expenses.ts'
import { readExpenses } from '#server/services/expenses/read-expenses.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { refreshIdentityStatus } from '#server/services/fiscal/identity-status.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { sendInvoiceMails } from '#server/services/invoices/send-invoice-mails.ts'
import { sendUssdSms } from '#server/services/ussd/send-sms.ts'
import { findIdentityScope } from '#server/storage/fiscal/senders.ts'
import type { IdentityScope } from '#server/storage/scope.ts'
import { actorOf } from './actor.ts'
import { chanceOf } from './chance.ts'
import type { Scheduler } from './scheduler.ts'
import type { ServerProcess } from './server-process.ts'

type QueueName = Parameters<Parameters<typeof enqueueDueWork>[1]>[0]
type Job = { waiting: boolean; running: boolean }

/** The files of the simulation are noise: nothing is read in them. */
const BLIND_READER = { findCode: async () => null, readText: async () => null }

const HEARTBEAT_MS = 10_000
const RETRY_MS = 2_000

async function scopeOf({ services }: ServerProcess, identityId: string): Promise<IdentityScope> {
  const scope = await findIdentityScope(services.db, identityId)
  if (scope === undefined) throw new Error('there is no such identity')
  return scope
}

/**
 * The job queue as the server's processes see it, without its tables: one job of a kind waits and one runs per
 * identity, one whose process died is begun again, one that failed is tried again. What the jobs do is the product's.
 */
export class Jobs {
  readonly #scheduler: Scheduler
  readonly #processes: () => readonly ServerProcess[]
  readonly #jobs = new Map<string, Job>()
  readonly #chance
  /** Pause between two looks. */
  sweepMs: number

  constructor(
    scheduler: Scheduler,
    seed: number,
    sweepMs: number,
    processes: () => readonly ServerProcess[],
  ) {
    this.#scheduler = scheduler
    this.#processes = processes
    this.#chance = chanceOf(seed, 'jobs')
    this.sweepMs = sweepMs
  }

  get isBusy(): boolean {
    return [...this.#jobs.values()].some(({ waiting, running }) => waiting || running)
  }

  async enqueue(queue: QueueName, identityId: string): Promise<void> {
    const key = `${queue} ${identityId}`
    const job = this.#jobs.get(key) ?? { waiting: false, running: false }
    this.#jobs.set(key, job)
    if (job.waiting) return
    job.waiting = true
    if (!job.running) this.#begin(queue, identityId, job, this.#chance.between(1, 200))
  }

  #begin(queue: QueueName, identityId: string, job: Job, ms: number): void {
    const processes = this.#processes()
    const process = processes[this.#chance.below(processes.length)]
    if (!process) {
      // No process runs to begin it: it waits in the database.
      this.#scheduler.after(QUEUE, RETRY_MS, 'job waits', () => this.#begin(queue, identityId, job, 0))
      return
    }
    const lost = () => {
      job.running = false
      job.waiting = true
      this.#begin(queue, identityId, job, HEARTBEAT_MS)
    }
    process.onDeath.add(lost)
    const over = () => {
      process.onDeath.delete(lost)
      job.running = false
    }
    this.#scheduler.after(process.actor, ms, `job ${queue}`, () => {
      job.waiting = false
      job.running = true
      void this.#perform(process, queue, identityId).then(
        () => {
          over()
          if (job.waiting) this.#begin(queue, identityId, job, 1)
        },
        () => {
          over()
          job.waiting = true
          this.#begin(queue, identityId, job, RETRY_MS)
        },
      )
    })
  }

  async #perform(process: ServerProcess, queue: QueueName, identityId: string): Promise<void> {
    const { delivery } = process
    switch (queue) {
      case 'fiscal-deliver':
        await deliver(delivery, await scopeOf(process, identityId))
        return
      case 'fiscal-verify':
        await verifyReceipts(delivery, await scopeOf(process, identityId))
        return
      case 'invoice-mail':
        await sendInvoiceMails(process.services, identityId)
        return
      case 'expense-look-up':
        await lookUpExpenses(delivery, identityId)
        return
      case 'expense-read':
        await readExpenses({ ...delivery, reader: BLIND_READER }, identityId)
        return
      case 'data-export':
        await writeExports(process.services, identityId)
        return
      case 'accounting-book':
        await drainConnectionById(process.services, process.accounting, identityId, () => process.actor.alive)
        return
      case 'accounting-read':
        await readConnectionById(process.services, process.accounting, identityId, () => process.actor.alive)
        return
      case 'ussd-sms':
        await sendUssdSms(process.services, process.sms, identityId)
        return
      case 'webhook-send':
        throw new Error('no simulated company has an address to notify')
      case 'fiscal-standing': {
        const { state } = await refreshIdentityStatus(delivery, await scopeOf(process, identityId))
        if (state === 'active') await this.enqueue('fiscal-deliver', identityId)
        return
      }
    }
  }

  /** Lets a process search regularly for due work that no job announced. */
  startSweep(process: ServerProcess): void {
    const lastAsked: LastStatusChecks = new Map()
    const sweep = async () => {
      // The database gives rows in any order; the run must not depend on it.
      const due: { queue: QueueName; id: string }[] = []
      const enqueue = async (queue: QueueName, ids: readonly string[]) => {
        for (const id of ids) due.push({ queue, id })
      }
      await enqueueDueWork(process.services, enqueue, lastAsked).catch(() => undefined)
      due.sort((a, b) => (`${a.queue} ${a.id}` < `${b.queue} ${b.id}` ? -1 : 1))
      for (const { queue, id } of due) await this.enqueue(queue, id)
      this.#scheduler.after(process.actor, this.sweepMs, 'sweep', () => void sweep())
    }
    this.#scheduler.after(process.actor, this.#chance.between(0, this.sweepMs), 'sweep', () => void sweep())
  }
}

const QUEUE = actorOf('queue', chanceOf('queue'))

import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { PushGateway } from '../gateways/push/gateway.ts'
import type { TraEndpoint, TraGateway } from '../gateways/tra/gateway.ts'
import { lookUpExpenses } from '../services/expenses/look-up-expenses.ts'
import { deliver } from '../services/fiscal/deliver.ts'
import { createDelivery, type DeliveryDeps } from '../services/fiscal/delivery-deps.ts'
import { askStanding } from '../services/fiscal/standing.ts'
import { verifyReceipts } from '../services/fiscal/verify-receipts.ts'
import { type MailServices, sendInvoiceMails } from '../services/invoices/send-invoice-mails.ts'
import { startPushJobs } from './push-jobs.ts'
import { QUEUES, type QueueName } from './queues.ts'
import { startSweep } from './sweep.ts'
import { startUpkeep } from './upkeep.ts'
import { createWakes } from './wakes.ts'

/** What a job says: do your work for this identity or company. What is open stands in our own tables. */
type SubjectJob = { readonly subjectId: string }

export type Jobs = {
  /** What talks to the authority, also for services. */
  readonly delivery: DeliveryDeps
  wakeSubmission(identityId: string): Promise<void>
  /** Lets running work come to its next safe point, then stops. */
  stop(): Promise<void>
}

export type JobOptions = {
  readonly connectionString: string
  readonly tra: TraGateway
  readonly endpoint: TraEndpoint
  /** Reaches devices; without it nobody is told anything. */
  readonly push?: PushGateway
  /** Milliseconds between looks for work nobody told about. */
  readonly sweepMs?: number
}

const SWEEP_MS = 2_000

async function openQueues(boss: PgBoss): Promise<void> {
  for (const name of QUEUES) {
    await boss.createQueue(name, {
      // At most one waiting and one running job per identity or company: one sender, and no lost wake-up.
      policy: 'stately',
      notify: true,
      retryLimit: 5,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      heartbeatSeconds: 10,
      expireInSeconds: 15 * 60,
      deleteAfterSeconds: 3600,
    })
  }
}

/**
 * Starts what runs without anybody asking: delivery to the authority, look-ups on its portal, Z reports, the nightly
 * question how each device stands, mail to customers, receipts of expenses, and telling phones what happened. Any number of processes may
 * run it on one database.
 */
export async function startJobs(services: MailServices, options: JobOptions): Promise<Jobs> {
  const delivery = createDelivery(services, options.tra, options.endpoint)
  let stopping = false
  const goOn = () => !stopping
  // Nobody waits for a delivery as somebody waits for the answer to a push.
  const goOnPolitely = async () => {
    const pauseMs = services.traffic?.pauseMs() ?? 0
    if (pauseMs > 0) await pause(pauseMs)
    return goOn()
  }
  const boss = new PgBoss({
    connectionString: options.connectionString,
    max: 4,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // It leaves out identities whose job ran when it last looked: one whose sender died then would wait so long.
    queueCacheIntervalSeconds: 1,
  })
  boss.on('error', (error: Error) => services.log({ event: 'jobs-failed', message: error.message }))
  await boss.start()
  await openQueues(boss)

  const enqueue = async (queue: QueueName, subjectId: string): Promise<void> => {
    if (!stopping) await boss.send(queue, { subjectId }, { singletonKey: subjectId })
  }
  const work = async (
    queue: QueueName,
    perform: (subjectId: string) => Promise<unknown>,
    workers: number,
  ) => {
    await boss.work<SubjectJob>(
      queue,
      { localConcurrency: workers, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
      async (jobs) => {
        for (const { data } of jobs) if (goOn()) await perform(data.subjectId)
      },
    )
  }
  await work('fiscal-deliver', (identityId) => deliver(delivery, identityId, goOnPolitely), 4)
  await work('fiscal-verify', (identityId) => verifyReceipts(delivery, identityId, goOnPolitely), 1)
  await work(
    'fiscal-standing',
    async (identityId) => {
      const { state } = await askStanding(delivery, identityId)
      if (state === 'active') await enqueue('fiscal-deliver', identityId)
    },
    1,
  )
  await work('invoice-mail', (companyId) => sendInvoiceMails(services, companyId, goOn), 2)
  await work('expense-look-up', (companyId) => lookUpExpenses(delivery, companyId, goOnPolitely), 1)
  const wakes = createWakes(
    (identityId) => enqueue('fiscal-deliver', identityId),
    (identityId, error) => services.log({ event: 'wake-failed', identityId, message: String(error) }),
  )
  const sweepMs = options.sweepMs ?? SWEEP_MS
  const sweep = startSweep(services, enqueue, sweepMs)
  const { push: gateway } = options
  const pushes = gateway && (await startPushJobs(boss, { services, gateway }, sweepMs))
  const upkeep = startUpkeep(services)

  return {
    delivery,
    wakeSubmission: async (identityId) => wakes.wake(identityId),
    async stop() {
      stopping = true
      await wakes.settled()
      await sweep.stop()
      await pushes?.stop()
      await upkeep.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

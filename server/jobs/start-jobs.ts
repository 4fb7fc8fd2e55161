import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { PushGateway } from '../gateways/push/gateway.ts'
import type { ReceiptReader } from '../gateways/receipt-reader/gateway.ts'
import type { SmsGateway } from '../gateways/sms/gateway.ts'
import type { TraEndpoint, TraGateway } from '../gateways/tra/gateway.ts'
import type { WebhookGateway } from '../gateways/webhooks/gateway.ts'
import type { AccountingGateways } from '../services/accounting/book-access.ts'
import { drainConnectionById } from '../services/accounting/drain-connection.ts'
import { readConnectionById } from '../services/accounting/read-connection.ts'
import type { AuthServices } from '../services/auth/auth-services.ts'
import { writeExports } from '../services/data-export/write-export.ts'
import { lookUpExpenses } from '../services/expenses/look-up-expenses.ts'
import { readExpenses } from '../services/expenses/read-expenses.ts'
import { deliver } from '../services/fiscal/deliver.ts'
import { createDeliveryDeps, type DeliveryDeps } from '../services/fiscal/delivery-deps.ts'
import { refreshIdentityStatus } from '../services/fiscal/identity-status.ts'
import { verifyReceipts } from '../services/fiscal/verify-receipts.ts'
import { sendInvoiceMails } from '../services/invoices/send-invoice-mails.ts'
import { sendUssdSms } from '../services/ussd/send-sms.ts'
import { drainWebhook } from '../services/webhooks/drain-webhook.ts'
import { connectionLimits } from '../storage/connection-limits.ts'
import { findIdentityScope } from '../storage/fiscal/senders.ts'
import type { IdentityScope } from '../storage/scope.ts'
import { startMaintenance } from './maintenance.ts'
import { startPushJobs } from './push-jobs.ts'
import { QUEUES, type QueueName } from './queues.ts'
import { startSweeper } from './sweeper.ts'
import { createWakeups } from './wakeups.ts'

/** A job names only the identity or company to process. What is due is in our own tables. */
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
  /** The simulator of the sandboxes; without it none is offered. */
  readonly sandbox?: TraEndpoint | null
  /** Sends push messages; without it no device is notified. */
  readonly push?: PushGateway
  /** Accounting services that receipts are booked in. */
  readonly accounting?: AccountingGateways
  /** Sends text messages; without it none is sent. */
  readonly sms?: SmsGateway | null
  /** Reads the files of expenses; without it they wait for a process that does. */
  readonly reader?: ReceiptReader
  /** Calls addresses of companies; without it none is called. */
  readonly webhooks?: WebhookGateway
  /** How many identities are delivered for at once. */
  readonly deliveryConcurrency?: number
  /** Milliseconds between searches for due work that no job announced. */
  readonly sweepIntervalMs?: number
}

const DEFAULT_SWEEP_INTERVAL_MS = 2_000
/** A call to the authority may take longer than a stop. */
const STOP_MS = 7_000
const DEFAULT_DELIVERY_CONCURRENCY = 4

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
 * Starts the background work: delivery to the authority, look-ups on its portal, Z reports, the nightly query
 * of each device's status, mail to customers, receipts of expenses and their files, and push messages to phones. Any number
 * of processes may run it on one database.
 */
export async function startJobs(services: AuthServices, options: JobOptions): Promise<Jobs> {
  const delivery = createDeliveryDeps(services, options.tra, options.endpoint, options.sandbox)
  let stopping = false
  const shouldContinue = () => !stopping
  // A delivery can be late; the answer to a push cannot, because a user waits for it.
  const shouldContinueAfterPushes = async () => {
    const deferralMs = services.traffic?.deferralMs() ?? 0
    if (deferralMs > 0) await pause(deferralMs)
    return shouldContinue()
  }
  const boss = new PgBoss({
    connectionString: options.connectionString,
    ...connectionLimits(),
    // A job may be lost: the sweep finds its work. Its commits wait for no disk and no standby.
    options: '-c synchronous_commit=off',
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

  const enqueueAll = async (queue: QueueName, subjectIds: readonly string[]): Promise<void> => {
    if (stopping || subjectIds.length === 0) return
    await boss.insert(
      queue,
      subjectIds.map((subjectId) => ({ data: { subjectId }, singletonKey: subjectId })),
    )
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
        for (const { data } of jobs) if (shouldContinue()) await perform(data.subjectId)
      },
    )
  }
  const ofIdentity =
    (perform: (identity: IdentityScope) => Promise<unknown>) => async (identityId: string) => {
      const identity = await findIdentityScope(services.db, identityId)
      return identity && (await perform(identity))
    }
  const atOnce = options.deliveryConcurrency ?? DEFAULT_DELIVERY_CONCURRENCY
  // Look-ups and nightly questions wait for the same authority; a receipt comes first.
  const lessAtOnce = Math.max(1, Math.floor(atOnce / 4))
  await work(
    'fiscal-deliver',
    ofIdentity((identity) => deliver(delivery, identity, shouldContinueAfterPushes)),
    atOnce,
  )
  await work(
    'fiscal-verify',
    ofIdentity((identity) => verifyReceipts(delivery, identity, shouldContinueAfterPushes)),
    lessAtOnce,
  )
  await work(
    'fiscal-standing',
    ofIdentity(async (identity) => {
      const { state } = await refreshIdentityStatus(delivery, identity)
      if (state === 'active') await enqueueAll('fiscal-deliver', [identity.id])
    }),
    lessAtOnce,
  )
  await work('invoice-mail', (companyId) => sendInvoiceMails(services, companyId, shouldContinue), 2)
  await work(
    'expense-look-up',
    (companyId) => lookUpExpenses(delivery, companyId, shouldContinueAfterPushes),
    1,
  )
  const { reader } = options
  if (reader) {
    const deps = { ...delivery, reader }
    await work('expense-read', (companyId) => readExpenses(deps, companyId, shouldContinueAfterPushes), 1)
  }
  await work('data-export', (companyId) => writeExports(services, companyId, shouldContinue), 1)
  const accounting = options.accounting ?? []
  await work(
    'accounting-book',
    (connectionId) => drainConnectionById(services, accounting, connectionId, shouldContinue),
    2,
  )
  await work(
    'accounting-read',
    (connectionId) => readConnectionById(services, accounting, connectionId, shouldContinue),
    1,
  )
  const sms = options.sms ?? null
  await work('ussd-sms', (companyId) => sendUssdSms(services, sms, companyId, shouldContinue), 1)
  const { webhooks } = options
  await work(
    'webhook-send',
    async (webhookId) => webhooks && (await drainWebhook(services, webhooks, webhookId, shouldContinue)),
    4,
  )
  const wakeups = createWakeups(
    (identityIds) => enqueueAll('fiscal-deliver', identityIds),
    (identityIds, error) => services.log({ event: 'wake-failed', identityIds, message: String(error) }),
  )
  const sweepIntervalMs = options.sweepIntervalMs ?? DEFAULT_SWEEP_INTERVAL_MS
  const sweeper = startSweeper(services, enqueueAll, sweepIntervalMs)
  const { push: gateway } = options
  const pushJobs = gateway && (await startPushJobs(boss, { services, gateway }, sweepIntervalMs))
  const maintenance = startMaintenance(services)

  return {
    delivery,
    wakeSubmission: async (identityId) => wakeups.wake(identityId),
    async stop() {
      stopping = true
      const maintenanceEnded = maintenance.stop()
      await Promise.all([wakeups.whenIdle(), sweeper.stop(), pushJobs?.stop()])
      // A job that does not come to a safe point is given up, and another process goes on with it.
      await Promise.all([maintenanceEnded, boss.stop({ graceful: true, timeout: STOP_MS })])
    },
  }
}

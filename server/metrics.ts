import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Meter } from './ports/meter.ts'
import type { Clock } from './ports/system.ts'
import { readDatabaseRole } from './storage/database-role.ts'
import { countNumberingHolds, type QueueFigure, readQueueFigures } from './storage/fiscal/queue-figures.ts'
import type { Db } from './storage/schema.ts'

/** What is read on request, not reported. */
export type MetricSources = {
  readonly clock: Clock
  readonly db: Db
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>
  /** Open streams of changes. */
  readonly countStreams: () => number
}

export type Metrics = {
  readonly meter: Meter
  /** What the figures of the database and of this process are read from; called once both exist. */
  readonly observe: (sources: MetricSources) => void
  /** The text that Prometheus reads. While the database is away, without its figures. */
  readonly read: () => Promise<{ readonly contentType: string; readonly text: string }>
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const DELIVERY_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200, 86_400]
const NOTICE_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Figures of one process, and those of the database that every process tells alike. */
export function createMetrics(): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'risiti_http_request_seconds',
    help: 'Time to answer a request, by the pattern of its route',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  })
  const delivery = new Histogram({
    name: 'risiti_receipt_delivery_seconds',
    help: 'Time from the numbering of a receipt until the authority has it',
    buckets: DELIVERY_SECONDS,
    registers,
  })
  const notices = new Histogram({
    name: 'risiti_feed_notice_seconds',
    help: 'Time from the commit of a change until its notice to other processes was sent',
    buckets: NOTICE_SECONDS,
    registers,
  })
  const lag = new Histogram({
    name: 'risiti_feed_lag_seconds',
    help: 'Time from the commit of a change until this process heard of it as the others do: how late their pages are',
    buckets: NOTICE_SECONDS,
    registers,
  })
  const noticesLost = new Counter({
    name: 'risiti_feed_notices_lost_total',
    help: 'Notices of changes that could not be sent',
    registers,
  })
  let readDatabase = async (): Promise<void> => undefined

  return {
    meter: {
      requestAnswered: ({ route, method, status, seconds }) =>
        requests.observe({ route, method, status: String(status) }, seconds),
      receiptDelivered: (seconds) => delivery.observe(seconds),
      feedNoticeSent: (seconds) => notices.observe(seconds),
      feedNoticeHeard: (seconds) => lag.observe(seconds),
      feedNoticeLost: () => noticesLost.inc(),
    },
    observe: (sources) => {
      observeProcess(sources, registers)
      readDatabase = observeDatabase(sources, registers)
    },
    read: async () => {
      await readDatabase()
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}

function observeProcess({ pool, countStreams }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: 'risiti_database_connections',
    help: 'Connections of the pool of this process; requests that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
      this.set({ state: 'most' }, pool.options.max)
    },
  })
  new Gauge({
    name: 'risiti_feed_streams',
    help: 'Open pages that follow the changes of their company at this process',
    registers,
    collect() {
      this.set(countStreams())
    },
  })
}

/** Registers the figures of the database; returns what reads them again, all or none. */
function observeDatabase({ db, clock }: MetricSources, registers: Registry[]): () => Promise<void> {
  const perState = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['state'] as const, registers })
  const receipts = perState('risiti_receipts_waiting', 'Receipts that the authority has not accepted')
  const receiptAge = perState('risiti_receipts_oldest_seconds', 'Age of the oldest such receipt')
  const reports = perState('risiti_z_reports_waiting', 'Reports of days that the authority has not accepted')
  const reportAge = perState('risiti_z_reports_oldest_seconds', 'Time since the end of the oldest such day')
  const holds = new Gauge({
    name: 'risiti_numbering_holds',
    help: 'Devices whose numbering is held until their phones have returned what a backup lacks',
    registers,
  })
  const isUp = new Gauge({
    name: 'risiti_database_up',
    help: 'Whether the database takes what is written; while it is away the figures from it are missing',
    registers,
  })
  const show = (figures: readonly QueueFigure[], waiting: Gauge<'state'>, age: Gauge<'state'>) => {
    for (const { state, waiting: count, oldestSeconds } of figures) {
      waiting.set({ state }, count)
      age.set({ state }, oldestSeconds)
    }
  }
  return async () => {
    try {
      const [{ takesWrites }, queues, held] = await Promise.all([
        readDatabaseRole(db),
        readQueueFigures(db, toInstant(clock.now())),
        countNumberingHolds(db),
      ])
      show(queues.receipts, receipts, receiptAge)
      show(queues.zReports, reports, reportAge)
      holds.set(held)
      // A standby and a read-only server answer too, but nothing is sold through them.
      isUp.set(takesWrites ? 1 : 0)
    } catch {
      for (const figure of [receipts, receiptAge, reports, reportAge]) figure.reset()
      holds.remove()
      isUp.set(0)
    }
  }
}

import { Client, Pool } from 'pg'
import { createFeedNotices } from '#server/services/notifications/feed-notices.ts'
import { startStandbyPair } from '#tests/support/standby.ts'
import { type Bench, onceFor } from './bench.ts'
import { logProgress, onStage } from './support/cleanup.ts'

/** As many transactions at once as several server processes have connections. */
const CLIENTS = 32

type Way = 'silent' | 'after-commit' | 'in-transaction'

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    logProgress('notices: commits with a synchronous standby')
    const pair = opened(await startStandbyPair(), (part) => part.stop())
    const { connectionString } = pair
    const pool = opened(new Pool({ connectionString, max: CLIENTS }), (part) => part.end())
    await pool.query('create table feeds (id int primary key, seq bigint not null default 0)')
    await pool.query(`insert into feeds select generate_series(1, ${CLIENTS})`)
    const sender = new Client({ connectionString, options: '-c synchronous_commit=off' })
    await sender.connect()
    opened(sender, (part) => part.end())
    const listener = opened(new Client({ connectionString }), (part) => part.end())
    await listener.connect()
    await listener.query('listen risiti_feeds')

    const commitsPerSecond = async (way: Way, forMs: number): Promise<number> => {
      const notices = createFeedNotices({
        origin: 'bench',
        elapsedMs: () => performance.now(),
        subscribers: { notify: () => undefined, companyIds: () => [] },
        send: async (notice) => void (await sender.query("select pg_notify('risiti_feeds', $1)", [notice])),
        listLastChangeIds: async () => new Map(),
        onLost: (error) => {
          throw error
        },
      })
      let commits = 0
      const begun = performance.now()
      const sell = async (id: number) => {
        while (performance.now() - begun < forMs) {
          const client = await pool.connect()
          await client.query('begin')
          await client.query('update feeds set seq = seq + 1 where id = $1', [id])
          if (way === 'in-transaction')
            await client.query("select pg_notify('risiti_feeds', $1)", [String(id)])
          await client.query('commit')
          client.release()
          if (way === 'after-commit') notices.announce(new Set([`00000000-0000-4000-8000-${id}`]))
          commits += 1
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, (_, index) => sell(index + 1)))
      const took = performance.now() - begun
      await notices.stop()
      return (commits / took) * 1000
    }

    const forMs = full ? 10_000 : 2_500
    await commitsPerSecond('silent', 1_000)
    const rounds = []
    for (let round = 0; round < 3; round += 1) {
      const silent = await commitsPerSecond('silent', forMs)
      const afterCommit = await commitsPerSecond('after-commit', forMs)
      const inTransaction = await commitsPerSecond('in-transaction', forMs)
      rounds.push({ silent, afterCommit, inTransaction })
    }
    return rounds
  }),
)

/** 32 connections that each update a row, with a standby that must have every commit. */
const benches: Bench[] = [
  {
    name: 'notices-commits',
    unit: 'per second',
    run: async (options) => (await measure(options)).map(({ afterCommit }) => afterCommit),
    note: 'with the notice of each after its commit, as the server does it',
  },
  {
    name: 'notices-cost',
    unit: 'ratio',
    budget: 1.3,
    run: async (options) => (await measure(options)).map(({ silent, afterCommit }) => silent / afterCommit),
    note: 'commits without notices to those with them',
  },
  {
    name: 'notices-in-transaction-cost',
    unit: 'ratio',
    run: async (options) =>
      (await measure(options)).map(({ silent, inTransaction }) => silent / inTransaction),
    note: 'for comparison: NOTIFY inside each transaction',
  },
]

export default benches

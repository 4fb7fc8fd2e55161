import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '#server/config.ts'
import { companyIdOf } from '#server/demo/seed-companies.ts'
import { startServer } from '#server/start-server.ts'
import { insertApiKey } from '../../support/insert-api-key.ts'
import { insertHistory } from '../../support/insert-history.ts'
import { createOperator } from '../../support/tenants.ts'
import { databaseCpuMs } from './database-cpu.ts'
import type { ProductAnswer, ProductQuestion } from './product-process.ts'

/**
 * The real server in demo mode as its own process, on its own embedded PostgreSQL that waits for the disk as in
 * production. It differs from `npm start` in having few demo invoices and in answering what a bench asks.
 */
const config = readConfig(process.env)
const server = await startServer(
  {
    ...config,
    ...(process.env['BENCH_APP_DIR'] ? { appDir: process.env['BENCH_APP_DIR'] } : {}),
  },
  { demoInvoices: 25 },
)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function answer(question: ProductQuestion): Promise<ProductAnswer> {
  if (question.ask === 'memory') {
    collectGarbage()
    const { rss, heapUsed, external } = process.memoryUsage()
    return { rss, used: heapUsed + external }
  }
  if (question.ask === 'busy') {
    const before = performance.eventLoopUtilization()
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { busy: performance.eventLoopUtilization(before).utilization }
  }
  if (question.ask === 'cpu') {
    const { user, system } = process.cpuUsage()
    return { serverMs: (user + system) / 1_000, databaseMs: databaseCpuMs(config.dataDir) }
  }
  if (question.ask === 'history') {
    await insertHistory(server.services.db, companyIdOf({ key: question.company }), question.count)
    return { given: question.count }
  }
  const { services } = server
  const usernames: string[] = []
  const keys: string[] = []
  for (let index = 0; index < question.count; index += 1) {
    const company = question.companies[index % question.companies.length]
    if (company === undefined) throw new Error('of which companies?')
    const companyId = companyIdOf({ key: company })
    const userType = question.ask === 'keys' ? ('company_owner' as const) : ('operator' as const)
    const { id: userId, username } = await createOperator(services.db, companyId, { user_type: userType })
    usernames.push(username)
    if (question.ask === 'keys') keys.push((await insertApiKey(services, { companyId }, { userId })).key)
  }
  return question.ask === 'keys' ? { keys } : { usernames }
}

process.on('message', (question: ProductQuestion) => {
  answer(question).then(
    (given) => process.send?.(given),
    (error: unknown) => process.send?.({ error: String(error) } satisfies ProductAnswer),
  )
})
const stop = () => void server.stop().then(() => process.exit(0))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// A bench that was killed takes its product along.
process.on('disconnect', stop)
process.send?.('ready')

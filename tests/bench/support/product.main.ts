import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '#server/config.ts'
import { companyIdOf } from '#server/demo/seed-companies.ts'
import { startServer } from '#server/start-server.ts'
import { insertHistory } from '../../support/insert-history.ts'
import { createOperator } from '../../support/tenants.ts'
import type { ProductAnswer, ProductQuestion } from './product-process.ts'

/**
 * The real server in demo mode as its own process, on its own embedded PostgreSQL that waits for the disk as in
 * production. It differs from `npm start` in having few demo invoices and in answering what a bench asks.
 */
const server = await startServer(
  {
    ...readConfig(process.env),
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
  if (question.ask === 'history') {
    await insertHistory(server.services.db, companyIdOf({ key: question.company }), question.count)
    return { given: question.count }
  }
  const usernames: string[] = []
  for (let index = 0; index < question.count; index += 1) {
    const company = question.companies[index % question.companies.length]
    if (company === undefined) throw new Error('operators of which companies?')
    usernames.push((await createOperator(server.services.db, companyIdOf({ key: company }))).username)
  }
  return { usernames }
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

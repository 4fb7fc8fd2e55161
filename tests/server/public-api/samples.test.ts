import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublicEndpoint } from '#contract/public-api/public-endpoint.ts'
import { publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { SAMPLE_BODIES, SAMPLE_QUERIES, type SampleLanguage, sampleOf } from '#features/developer/samples.ts'
import { startProgram } from '../../support/api-program.ts'
import { createShop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

const run = promisify(execFile)

let backend: TestBackend
let made: Awaited<ReturnType<typeof startProgram>>
beforeAll(async () => {
  backend = await startTestBackend()
  made = await startProgram(backend.server, (await createShop(backend)).companyId)
})
afterAll(async () => await backend.close())

/** Runs a sample as its reader would, with the key in the environment, and returns what it printed. */
async function runSample(language: SampleLanguage, text: string): Promise<string> {
  const env = { ...process.env, RISITI_KEY: made.key }
  // Each call of the test is another piece of work.
  const own = text.replaceAll('order-1001', randomUUID())
  const [command, args] =
    language === 'curl' ? ['sh', ['-c', own]] : [process.execPath, ['--input-type=module', '-e', own]]
  const { stdout } = await run(command, args as string[], { env, timeout: 30_000 })
  return stdout
}

test('every call with a body has a sample body, and none that does not exist', () => {
  const posts = Object.entries<PublicEndpoint>(publicEndpoints).filter(([, { method }]) => method === 'POST')
  expect(Object.keys(SAMPLE_BODIES).sort()).toEqual(posts.map(([name]) => name).sort())
})

test.each(['curl', 'JavaScript'] as const)('the samples in %s do what the pages say', async (language) => {
  const { url } = backend.server
  const call = async (name: keyof typeof publicEndpoints, id = '', body = SAMPLE_BODIES[name]) => {
    const { method, path } = publicEndpoints[name]
    const filled = path.replace(':id', id) + (SAMPLE_QUERIES[name] ?? '')
    return await runSample(language, sampleOf(language, url, { method, path: filled, body }))
  }
  expect(await call('auth.me')).toContain('Duka mtandaoni')
  for (const name of ['z-reports.list', 'events.list', 'invoices.list', 'customers.list'] as const) {
    expect(await call(name), name).toContain('data')
  }
  expect(await call('customers.create')).toContain('Asha Traders')
  expect(await call('products.create')).toContain('Sukari 1 kg')
  const sold = await call('invoices.create')
  expect(sold).toContain('rctvnum')
  const id = /[\da-f]{8}-[\da-f-]{27}/.exec(sold)?.[0] ?? ''
  expect(await call('invoices.receipt', id)).toContain('verifyUrl')
  expect(await call('invoices.submit', id)).toContain('submitted')
  expect(await call('invoices.cancel', id)).toContain('canceled')
})

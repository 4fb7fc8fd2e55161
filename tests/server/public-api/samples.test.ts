import { execFile, execFileSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { EXAMPLE_ID, type PublicEndpoint } from '#contract/public-api/public-endpoint.ts'
import { publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { type ApiCall, callsOf } from '#features/developer/described-calls.ts'
import { SAMPLE_LANGUAGES, type SampleLanguage, sampleCallOf, sampleOf } from '#features/developer/samples.ts'
import { startProgram } from '../../support/api-program.ts'
import { readPhpCall } from '../../support/read-php-call.ts'
import { createShop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

const run = promisify(execFile)
const P = '/v1/accounting/public'

let backend: TestBackend
let made: Awaited<ReturnType<typeof startProgram>>
let calls: ApiCall[]
let dir: string
beforeAll(async () => {
  backend = await startTestBackend()
  const shop = await createShop(backend)
  made = await startProgram(backend.server, shop.companyId)
  const { body } = await backend.server.call('developer.description', {})
  calls = callsOf(body as EndpointAnswer<'developer.description'>)
  dir = mkdtempSync(join(tmpdir(), 'risiti-samples-'))
})
afterAll(async () => {
  await backend.close()
  rmSync(dir, { recursive: true, force: true })
})

/** How a reader runs a sample in each language. */
const COMMANDS: Readonly<Record<SampleLanguage, { command: string; args: (text: string) => string[] }>> = {
  curl: { command: 'sh', args: (text) => ['-c', text] },
  JavaScript: { command: process.execPath, args: (text) => ['--input-type=module', '-e', text] },
  PHP: { command: 'php', args: (text) => ['-r', text.replace('<?php', '')] },
  Python: { command: 'python3', args: (text) => ['-c', text] },
}

/** Whether the machine has what a language needs; where it has not, only the form of its samples is checked. */
function isInstalled(language: SampleLanguage): boolean {
  const program = language === 'curl' ? 'curl' : COMMANDS[language].command
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a sample as its reader would, with the key in the environment, and returns what it printed. */
async function runSample(language: SampleLanguage, text: string): Promise<string> {
  const { command, args } = COMMANDS[language]
  const env = { ...process.env, RISITI_KEY: made.key }
  const { stdout } = await run(command, args(text), { env, cwd: dir, timeout: 60_000 })
  return stdout
}

const callNamed = (name: string): ApiCall => {
  const found = calls.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`${name} is not described`)
  return found
}

test('each call that needs more than an id has a sample in the contract, and each sample fits its schema', () => {
  for (const [name, { input, sample, method }] of Object.entries<PublicEndpoint>(publicEndpoints)) {
    expect(method === 'GET' || sample !== undefined, name).toBe(true)
    const withId = publicEndpoints[name as keyof typeof publicEndpoints].path.includes(':id')
    const issues = v.safeParse(input, { ...sample, ...(withId && { id: EXAMPLE_ID }) }).issues
    expect(issues, name).toBeUndefined()
  }
})

test.each(SAMPLE_LANGUAGES.filter(isInstalled))(
  'the sample of every call runs in %s',
  async (language) => {
    const done = new Set<string>()
    /** Runs the sample of a call for a record; each run is another piece of work with another reference. */
    const sampleRun = async (name: string, id = '', more: (text: string) => string = (text) => text) => {
      done.add(name)
      const text = sampleOf(language, backend.server.url, sampleCallOf(callNamed(name)))
      const own = more(text.replaceAll(/[\w.-]+-1001/g, randomUUID()))
      return await runSample(language, id === '' ? own : own.replace(EXAMPLE_ID, id))
    }
    const idIn = (printed: string) => /[\da-f]{8}-[\da-f-]{27}/.exec(printed)?.[0] ?? ''
    expect(await sampleRun('auth.me')).toContain('Duka mtandaoni')
    for (const { operationId } of calls.filter((call) => call.operationId.endsWith('.list'))) {
      expect(await sampleRun(operationId), operationId).toContain('data')
    }
    const customer = idIn(
      await sampleRun('customers.create', '', (text) =>
        text.replace('100200300', String(randomInt(2e8, 9e8))),
      ),
    )
    expect(await sampleRun('customers.update', customer)).toContain('Asha Traders Ltd')
    expect(await sampleRun('customers.get', customer)).toContain('Asha Traders Ltd')
    const product = idIn(await sampleRun('products.create'))
    expect(await sampleRun('products.update', product)).toContain('3200')
    expect(await sampleRun('products.get', product)).toContain('3200')
    const sold = idIn(await sampleRun('invoices.create'))
    expect(await sampleRun('invoices.get', sold)).toContain('submitted')
    expect(await sampleRun('invoices.receipt', sold)).toContain('verifyUrl')
    await sampleRun('invoices.receipt-pdf', sold)
    expect(readFileSync(join(dir, 'receipt.pdf')).toString('latin1', 0, 4)).toBe('%PDF')
    rmSync(join(dir, 'receipt.pdf'))
    const { items } = (await made.program.get(`${P}/invoices/${sold}`)).body as { items: { id: string }[] }
    const itemId = items[0]?.id ?? ''
    expect(await sampleRun('invoices.email', sold)).toContain('submitted')
    const refund = await sampleRun('invoices.credit', sold, (text) => {
      return text.replace(new RegExp(`(itemId\\W+)${EXAMPLE_ID}`), `$1${itemId}`)
    })
    expect(refund).toContain('Customer returned it')
    const other = idIn(await sampleRun('invoices.create'))
    expect(await sampleRun('invoices.cancel', other)).toContain('canceled')
    const draft = await made.program.post(`${P}/invoices`, {
      items: [{ productId: product, quantity: 1 }],
    })
    const draftId = String(draft.body['id'])
    expect(await sampleRun('invoices.update', draftId)).toContain('9000')
    expect(await sampleRun('invoices.submit', draftId)).toContain('rctvnum')
    expect([...done].sort()).toEqual(Object.keys(publicEndpoints).sort())
  },
  300_000,
)

test('the samples in PHP ask for what the description says, whether the machine has PHP or not', () => {
  for (const call of calls) {
    const sample = sampleCallOf(call)
    const read = readPhpCall(sampleOf('PHP', 'https://risiti.test', sample))
    expect(read.url, call.operationId).toBe(`https://risiti.test${sample.path}`)
    expect(read.body, call.operationId).toEqual(sample.body)
    const names = read.headers.map((header) => header.split(':')[0])
    const expected = sample.body === undefined ? [] : ['Content-Type', 'Idempotency-Key']
    expect(names, call.operationId).toEqual(['Authorization', ...expected])
  }
})

test('no two calls share an idempotency key in their samples: a reader may run all of them', () => {
  const keys = calls
    .filter(({ method }) => method === 'POST')
    .map((call) => /Idempotency-Key: (\S+)"/.exec(sampleOf('curl', '', sampleCallOf(call)))?.[1])
  expect(new Set(keys).size).toBe(keys.length)
})

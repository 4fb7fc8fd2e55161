import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createOrganization, createUser } from '../../support/tenants.ts'

let server: TestServer
let platform: string
let own: string
let other: string
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.services
  const logIn = async (user: Parameters<typeof createUser>[1]) =>
    (await logInTestUser(server, (await createUser(db, user)).username)).token
  platform = await logIn({ user_type: 'platform_admin' })
  own = await logIn({ user_type: 'organization_admin', organization_id: (await createOrganization(db)).id })
  other = await logIn({ user_type: 'organization_admin', organization_id: (await createOrganization(db)).id })
})
afterAll(() => server.stop())

const FIELDS = {
  day: '2026-11-20',
  titleEn: 'VAT return',
  textEn: 'By the 20th.',
  titleSw: 'Ritani ya VAT',
  textSw: 'Kabla ya tarehe 20.',
}

async function published(): Promise<string[]> {
  const { body } = await server.call('tax-tips.published', {})
  return (body as { tips: { titleEn: string }[] }).tips.map(({ titleEn }) => titleEn)
}

async function listed(token: string, query: object = {}): Promise<string[]> {
  const { body } = await server.call('tax-tips.list', query, token)
  return (body as { rows: { titleEn: string }[] }).rows.map(({ titleEn }) => titleEn)
}

test('a tip is a draft until it is published, and can be taken back (spec §1, §6)', async () => {
  const id = randomUUID()
  const saved = await server.call('tax-tips.save', { id, fields: FIELDS }, own)
  expect(saved.body).toMatchObject({ ...FIELDS, status: 'draft' })
  expect(await published()).not.toContain('VAT return')
  await server.call('tax-tips.change-status', { id, status: 'published' }, own)
  expect(await published()).toContain('VAT return')
  // A later edit stays published.
  await server.call('tax-tips.save', { id, fields: { ...FIELDS, titleEn: 'VAT return by the 20th' } }, own)
  expect(await published()).toEqual(['VAT return by the 20th'])
  expect(await listed(own, { search: 'ritani', filter: 'published' })).toEqual(['VAT return by the 20th'])
  await server.call('tax-tips.change-status', { id, status: 'draft' }, own)
  expect(await published()).toEqual([])
})

test('an organization changes and lists its own tips only; the platform has all', async () => {
  const id = randomUUID()
  await server.call('tax-tips.save', { id, fields: { ...FIELDS, titleEn: 'Keep receipts' } }, own)
  expect(await listed(other)).toEqual([])
  expect(await listed(platform)).toContain('Keep receipts')
  const foreign = await server.call('tax-tips.save', { id, fields: FIELDS }, other)
  expect(foreign.body).toMatchObject({ code: 'NOT_FOUND' })
  const publishing = await server.call('tax-tips.change-status', { id, status: 'published' }, other)
  expect(publishing.body).toMatchObject({ code: 'NOT_FOUND' })
  expect(await published()).toEqual([])
  expect(await listed(own)).toContain('Keep receipts')
})

test('the newest tips come first', async () => {
  for (const [day, titleEn] of [
    ['2026-10-01', 'Older'],
    ['2026-11-01', 'Newer'],
  ] as const) {
    const id = randomUUID()
    await server.call('tax-tips.save', { id, fields: { ...FIELDS, day, titleEn } }, platform)
    await server.call('tax-tips.change-status', { id, status: 'published' }, platform)
  }
  expect(await published()).toEqual(['Newer', 'Older'])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

// The clock of this server does not move, so only the database's notification can empty its cache.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function aWorkingOperator() {
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  const { token } = await logInTestUser(server, operator.username)
  const read = async () => {
    const { status, body } = await server.call('session.read', {}, token)
    return { status, code: (body as { code?: string }).code }
  }
  expect((await read()).status).toBe(200)
  return { company, operator, token, read }
}

describe('who may no longer work is out at once (spec §4: a disabled operator can no longer do anything)', () => {
  test('a user that is disabled, and comes back when enabled again', async () => {
    const { operator, read } = await aWorkingOperator()
    const { db } = server.services
    const set = (status: 'active' | 'inactive') =>
      db.updateTable('users').set({ status }).where('id', '=', operator.id).execute()
    await set('inactive')
    await expect.poll(read, { timeout: 1_500 }).toEqual({ status: 403, code: 'USER_DISABLED' })
    await set('active')
    await expect.poll(read, { timeout: 1_500 }).toMatchObject({ status: 200 })
  })

  test('all users of a company that is disabled', async () => {
    const { company, read } = await aWorkingOperator()
    const { db } = server.services
    await db.updateTable('companies').set({ active: false }).where('id', '=', company.id).execute()
    await expect.poll(read, { timeout: 1_500 }).toEqual({ status: 403, code: 'COMPANY_DISABLED' })
  })

  test('all users of an organization that is disabled', async () => {
    const { company, read } = await aWorkingOperator()
    await server.services.db
      .updateTable('organizations')
      .set({ active: false })
      .where('id', '=', company.organization_id)
      .execute()
    await expect.poll(read, { timeout: 1_500 }).toEqual({ status: 403, code: 'COMPANY_DISABLED' })
  })

  test('a token of a user who moved to another company is refused (H3)', async () => {
    const { operator, read } = await aWorkingOperator()
    const other = await createCompany(server.services.db)
    const { db } = server.services
    await db.updateTable('users').set({ company_id: other.id }).where('id', '=', operator.id).execute()
    await expect.poll(read, { timeout: 1_500 }).toEqual({ status: 401, code: 'TOKEN_INVALID' })
  })
})

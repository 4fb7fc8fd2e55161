import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkNewPassword } from '#domain/users/password-rule.ts'
import { createAdmin } from '#server/services/auth/create-admin.ts'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the first admin signs in with the one-time password and must change it', async () => {
  const input = { username: 'msimamizi', email: 'msimamizi@example.test' }
  const password = await createAdmin(server.services, input)
  expect(checkNewPassword(password)).toEqual([])
  const { status, body } = await server.call('auth.login', {
    username: 'msimamizi',
    password,
    deviceId: randomUUID(),
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ session: { mustChangePassword: true, user: { isAdmin: true } } })
  await expect(createAdmin(server.services, input)).rejects.toThrow(/already/)
})

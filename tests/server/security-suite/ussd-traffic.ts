import { dialAll, registeredNumber, USSD_PIN } from '../../support/dial-ussd.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { Phone, type TestBackend } from '../../support/test-backend.ts'
import type { Tenant } from './cast.ts'

/** An operator registers a number, sells and cancels by USSD, reads the figures, and changes the language. */
export async function liveOneDialledDay({ server }: TestBackend, shop: Tenant): Promise<void> {
  const { token } = await logInTestUser(server, shop.operator.username)
  const phone = new Phone(server, shop.company.id, shop.operator.id, token)
  const number = await registeredNumber(server.url, phone)
  const item = ['1', '5', 'Kazi', '1', '4000', '1', '1', '123456789']
  await dialAll(server.url, number, item)
  await dialAll(server.url, number, ['1', '1', '1', '123456789', USSD_PIN])
  await dialAll(server.url, number, [...item, '2'])
  await dialAll(server.url, number, ['2', USSD_PIN, '1', '1', '1', USSD_PIN])
  await dialAll(server.url, number, ['3', '9182', USSD_PIN])
  await dialAll(server.url, number, ['5', '0'])
}

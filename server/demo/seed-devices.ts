import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { orderSimulatedDevice } from '../gateways/tra/order-simulated-device.ts'
import { registerIdentity } from '../services/fiscal/register-identity.ts'
import { type FiscalIdentity, findCompanyIdentity } from '../storage/fiscal/identities.ts'
import type { DemoCompany } from './demo-companies.ts'
import type { DemoContext } from './demo-context.ts'
import { companyIdOf } from './seed-companies.ts'

async function postControl(demo: DemoContext, path: string, body: object): Promise<void> {
  const response = await fetch(`${demo.simulatorControlUrl}/sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The simulator answered ${response.status} to ${path}`)
}

/** Gets the device of a company from the simulator and registers it, as a real one would be, with its PFX file. */
export async function seedDevice(demo: DemoContext, company: DemoCompany): Promise<FiscalIdentity> {
  const { services } = demo
  const companyId = companyIdOf(company)
  const known = await findCompanyIdentity(services.db, { companyId })
  if (known !== undefined) return known
  const device = await orderSimulatedDevice(demo.simulatorControlUrl, {
    tin: company.tin,
    certkey: company.serial,
    name: company.name,
    street: company.street,
    mobile: `255${company.phone}`,
    city: company.city,
    vrn: company.vrn,
  })
  const today = fiscalDayOf(toInstant(services.clock.now()))
  const registered = await registerIdentity(services, demo.tra, demo.endpoint, {
    companyId,
    tin: company.tin,
    certKey: company.serial,
    ...device,
    registeredDay: addDays(today, -company.days),
  })
  if (registered.kind === 'refused') {
    throw new Error(`${company.name} could not be registered: ${registered.code} ${registered.message}`)
  }
  return registered.identity
}

/** Has the authority block the device; the company learns it as it would from the real one. */
export async function blockDevice(demo: DemoContext, company: DemoCompany, message: string): Promise<void> {
  await postControl(demo, `devices/${company.serial}/block`, { message })
}

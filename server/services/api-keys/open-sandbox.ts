import { createHash } from 'node:crypto'
import { orderSimulatedDevice } from '../../gateways/tra/order-simulated-device.ts'
import { Refusal } from '../../ports/refusal.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { insertSandbox, type Sandbox, sandboxVrn } from '../../storage/accounts/sandboxes.ts'
import { findCompanyIdentity } from '../../storage/fiscal/identities.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import type { DeliveryDeps } from '../fiscal/delivery-deps.ts'
import { registerIdentity } from '../fiscal/register-identity.ts'
import { sandboxScopeOf } from './sandbox-scope.ts'

/** How many invented TINs are tried before giving up. */
const TRIES = 20

function digitsOf(text: string, length: number): string {
  const hash = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  return String(hash % 10n ** BigInt(length)).padStart(length, '0')
}

/** The company of the sandbox. Its TIN begins with 000, which no taxpayer has, and its name says what it is. */
async function insertOnce(services: Services, scope: CompanyScope): Promise<Sandbox> {
  const { company } = await getCompanyRecord(services.db, scope)
  const sandbox = sandboxScopeOf(scope)
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const tin = `000${digitsOf(`${sandbox.companyId} ${attempt}`, 6)}`
    const stored = await insertSandbox(services.db, sandbox, {
      ...{ sandbox_of: scope.companyId, organization_id: company.organizationId },
      name: `SANDBOX ${company.name}`.slice(0, 100),
      tin,
      vrn: company.vrn === '' ? '' : sandboxVrn(tin),
      serial: `99TZ${digitsOf(`serial ${sandbox.companyId}`, 9)}`,
      ...{ address: company.address, phone: company.phone, email: company.email },
    })
    if (stored) return stored
  }
  throw new Error('no TIN is free for a sandbox')
}

/**
 * The sandbox of a company, in which programs with a test key work: made and registered at the simulator when it is
 * asked for the first time. Nothing of it is in the numbers of the company. Refuses with `UNAVAILABLE` while there is no
 * simulator.
 */
export async function openSandbox(
  services: Services,
  deps: DeliveryDeps | undefined,
  scope: CompanyScope,
): Promise<CompanyScope> {
  const sandbox = sandboxScopeOf(scope)
  if (await findCompanyIdentity(services.db, sandbox)) return sandbox
  if (!deps?.sandbox) throw new Refusal('UNAVAILABLE')
  const company = await insertOnce(services, scope)
  try {
    await register(services, deps, company)
  } catch (error) {
    // Asked for twice at once, the first registration counts.
    if (await findCompanyIdentity(services.db, sandbox)) return sandbox
    services.log({ event: 'sandbox-failed', companyId: scope.companyId, message: String(error) })
    throw new Refusal('UNAVAILABLE')
  }
  return sandbox
}

async function register(services: Services, { tra, sandbox }: DeliveryDeps, company: Sandbox): Promise<void> {
  if (sandbox === null) throw new Error('there is no simulator')
  const { id, tin, serial, name, phone } = company
  // Registered for VAT whether the company is or not: that changes, and the simulator would refuse what has a tax.
  const vrn = sandboxVrn(tin)
  const device = await orderSimulatedDevice(sandbox.baseUrl, {
    ...{ tin, certkey: serial, name, vrn, street: 'Sandbox', mobile: `255${phone}`, city: 'Dar es Salaam' },
  })
  const registered = await registerIdentity(services, tra, sandbox, {
    ...{ companyId: id, tin, certKey: serial },
    ...device,
  })
  if (registered.kind === 'refused') throw new Error(`${registered.code} ${registered.message}`)
}

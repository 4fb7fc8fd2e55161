import { Refusal } from '../../ports/refusal.ts'
import type { DeliveryDeps } from '../../services/fiscal/delivery-deps.ts'
import { readFiscalDevice } from '../../services/fiscal/read-fiscal-device.ts'
import { registerDevice } from '../../services/fiscal/register-device.ts'
import { uploadCertificate } from '../../services/fiscal/upload-certificate.ts'
import { companyScopeFor } from '../../services/scope-for.ts'
import type { Handlers } from './handler-types.ts'

/** The calls about certificates and registrations. `delivery` is what talks to the authority, if anything does. */
export function createFiscalDeviceHandlers(
  delivery: () => DeliveryDeps | undefined,
): Pick<Handlers, 'fiscal.device' | 'fiscal.register' | 'certificates.upload'> {
  return {
    'fiscal.device': async (context, { companyId }) => {
      const scope = await companyScopeFor(context, 'company.read', companyId)
      return await readFiscalDevice(context, delivery()?.endpoint, scope)
    },
    'certificates.upload': async (context, { companyId, file, password, deviceSerial }) => {
      const scope = await companyScopeFor(context, 'certificate.manage', companyId)
      const upload = { file: Buffer.from(file, 'base64'), password, deviceSerial }
      return await uploadCertificate(context, delivery()?.endpoint, scope, upload)
    },
    'fiscal.register': async (context, { companyId }) => {
      const scope = await companyScopeFor(context, 'certificate.manage', companyId)
      const deps = delivery()
      if (!deps) throw new Refusal('UNAVAILABLE')
      await registerDevice(context, deps, scope)
      return await readFiscalDevice(context, deps.endpoint, scope)
    },
  }
}

import type { administrationEndpoints } from '#contract/administration-endpoints.ts'
import type { setupEndpoints } from '#contract/setup-endpoints.ts'
import { chooseReadings, configureOwnCompany } from '../../services/companies/configure-company.ts'
import { readCompanies, readCompany } from '../../services/companies/read-companies.ts'
import { saveCompany } from '../../services/companies/save-company.ts'
import { setCompanyEnabled } from '../../services/companies/set-company-enabled.ts'
import { planRate, readLawRates } from '../../services/fiscal/plan-rate.ts'
import { readOrganization, readOrganizations } from '../../services/organizations/read-organizations.ts'
import { saveOrganization } from '../../services/organizations/save-organization.ts'
import { setOrganizationEnabled } from '../../services/organizations/set-organization-enabled.ts'
import { readSetup } from '../../services/setup/read-setup.ts'
import type { Handlers } from './handler-types.ts'

/** Calls of administrators about organizations and companies. */
export const administrationHandlers: Pick<
  Handlers,
  keyof typeof administrationEndpoints | keyof typeof setupEndpoints
> = {
  'organizations.list': async (context, input) => await readOrganizations(context, input),
  'organizations.find': async (context, { id }) => await readOrganization(context, id),
  'organizations.save': async (context, input) => await saveOrganization(context, input),
  'organizations.set-enabled': async (context, { id, enabled }) =>
    await setOrganizationEnabled(context, id, enabled),
  'companies.list': async (context, input) => await readCompanies(context, input),
  'companies.find': async (context, { id }) => await readCompany(context, id),
  'companies.save': async (context, input) => await saveCompany(context, input),
  'companies.choose-readings': async (context, { id, settings }) => {
    await chooseReadings(context, id, settings)
    return {}
  },
  'rates.list': async (context) => ({ rates: await readLawRates(context) }),
  'rates.plan': async (context, planned) => ({ rates: await planRate(context, planned) }),
  'company.configure': async (context, form) => {
    await configureOwnCompany(context, form)
    return {}
  },
  'setup.read': async (context) => await readSetup(context),
  'companies.set-enabled': async (context, { id, enabled }) => await setCompanyEnabled(context, id, enabled),
}

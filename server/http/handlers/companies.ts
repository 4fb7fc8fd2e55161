import { chooseLogo } from '../../services/companies/choose-logo.ts'
import type { Handlers } from './handler-types.ts'

/** Calls about the company itself. */
export const companyHandlers: Pick<Handlers, 'company.choose-logo'> = {
  'company.choose-logo': async (context, { logo }) => {
    await chooseLogo(context, logo)
    return {}
  },
}

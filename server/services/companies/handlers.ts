import type { Handlers } from '../../http/handlers.ts'
import { chooseLogo } from './choose-logo.ts'

/** Calls about the company itself. */
export const companyHandlers: Pick<Handlers, 'company.choose-logo'> = {
  'company.choose-logo': async (context, { logo }) => {
    await chooseLogo(context, logo)
    return {}
  },
}

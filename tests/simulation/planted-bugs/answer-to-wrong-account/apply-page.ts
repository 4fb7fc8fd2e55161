import { applyPage as apply } from '#sync/inbox/apply-page.ts'
import { lastOpened } from './account.ts'

export const applyPage: typeof apply = (account, page, now) => apply(lastOpened() ?? account, page, now)

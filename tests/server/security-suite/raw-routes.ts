import { FILES_PATH } from '#contract/files.ts'
import { CHANGES_STREAM_PATH } from '#contract/notifications.ts'
import type { Tenant } from './cast.ts'
import { COMPANY_WORK, everybody, NOTHING_THERE, type Outcomes } from './outcomes.ts'

/** A door of the server that is no endpoint of the contract, because it does not answer JSON. */
export type RawRoute = {
  readonly path: string
  /** What somebody asks it for about the own company. */
  readonly own: (own: Tenant) => string
  readonly expected: Outcomes
  /** The same about another company, and about what nobody has: their answers must be equal. */
  readonly foreign?: {
    readonly path: (other: Tenant) => string
    readonly unknown: string
    readonly expected: Outcomes
  }
}

export const RAW_ROUTES: readonly RawRoute[] = [
  {
    path: FILES_PATH,
    own: ({ file }) => `${FILES_PATH}${file}`,
    expected: COMPANY_WORK,
    foreign: {
      path: ({ file }) => `${FILES_PATH}${file}`,
      unknown: `${FILES_PATH}${'e'.repeat(64)}`,
      expected: NOTHING_THERE,
    },
  },
  // It is asked for nothing: whose changes it tells of is in the token alone.
  { path: CHANGES_STREAM_PATH, own: () => CHANGES_STREAM_PATH, expected: COMPANY_WORK },
  // Open to whoever has the link; what it shows is judged in slips/slip-page.test.ts.
  { path: '/slip/', own: () => `/slip/${'k'.repeat(22)}`, expected: everybody(200) },
]

import { DATA_EXPORTS_PATH } from '#contract/data-export-endpoints.ts'
import { CLIENT_PATH } from '#contract/developer-endpoints.ts'
import { FILES_PATH } from '#contract/files.ts'
import { CHANGES_STREAM_PATH } from '#contract/notifications.ts'
import type { Tenant } from './cast.ts'
import { COMPANY_WORK, everybody, NOTHING_THERE, type Outcomes } from './outcomes.ts'

/** A route of the server outside the contract, because it does not answer JSON. */
export type RawRoute = {
  readonly path: string
  /** The path with which a user asks about the own company. */
  readonly own: (own: Tenant) => string
  readonly expected: Outcomes
  /** The same path for another company, and for an unknown one: their answers must be equal. */
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
  // It has no parameters: the token alone decides whose changes it sends.
  { path: CHANGES_STREAM_PATH, own: () => CHANGES_STREAM_PATH, expected: COMPANY_WORK },
  // The link is the right, for some minutes; data-export/data-export.test.ts opens one.
  {
    path: DATA_EXPORTS_PATH,
    own: ({ company }) => `${DATA_EXPORTS_PATH}${company.id}/${'k'.repeat(43)}`,
    expected: everybody('NOT_FOUND'),
  },
  // The same for all readers, as the description of the public API; public-api/client.test.ts compiles and runs it.
  { path: CLIENT_PATH, own: () => CLIENT_PATH, expected: everybody(200) },
  // Open to anyone with the link; slips/slip-page.test.ts checks what it shows.
  { path: '/slip/', own: () => `/slip/${'k'.repeat(22)}`, expected: everybody(200) },
]

import { budgets } from '../../scripts/check/byte-budgets.ts'
import { weighBuild } from '../../scripts/check/weigh-build.ts'
import type { Bench } from './bench.ts'

const measured = [
  'html',
  'javascriptToLanding',
  'javascriptToSignIn',
  'javascriptToInvoices',
  'css',
  'precache',
] as const

/** Weight of the built app on the wire; build first. One number each: bytes do not vary. */
const benches: Bench[] = measured.map((part) => ({
  name: `bytes-${part.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  unit: 'kB',
  budget: budgets[part],
  run: () => Promise.resolve([weighBuild()[part]]),
}))

export default benches

import { type Ports, portsFrom } from '#data/ports.ts'

/** The one place where the page asks the machine for time and chance; every room below gets these as arguments. */
export const environment: Ports = portsFrom({
  now: () => Date.now(),
  fill: (bytes) => crypto.getRandomValues(bytes),
})

import { createPorts, type Ports } from '#data/ports.ts'

/** The one place where the page asks the machine for time and chance; every room below gets these as arguments. */
export const pagePorts: Ports = createPorts({
  now: () => Date.now(),
  fill: (bytes) => crypto.getRandomValues(bytes),
})

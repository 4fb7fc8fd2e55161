import { createPorts, type Ports } from '#data/ports.ts'

/**
 * The only place where the page reads the machine's clock and randomness; every lower room gets them as arguments.
 */
export const pagePorts: Ports = createPorts({
  now: () => Date.now(),
  fill: (bytes) => crypto.getRandomValues(bytes),
})

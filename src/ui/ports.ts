import { createContext, useContext } from 'react'

/** What a screen may use of the machine: time, chance and new ids. Built once by the app, replaced in tests. */
export type UiPorts = {
  readonly clock: { now(): number }
  /** A new id that sorts by time (UUID version 7). */
  readonly newId: () => string
  /** 0 to below 1. */
  readonly random: () => number
}

export const PortsContext = createContext<UiPorts | null>(null)

export function usePorts(): UiPorts {
  const ports = useContext(PortsContext)
  if (!ports) throw new Error('no environment was provided')
  return ports
}

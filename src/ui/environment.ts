import { createContext, useContext } from 'react'

/** The world a screen may ask: the time, chance and new ids. Built once by the app, replaced in tests. */
export type Environment = {
  readonly clock: { now(): number }
  /** A new id that sorts by time (UUID version 7). */
  readonly newId: () => string
  /** 0 to below 1. */
  readonly random: () => number
}

export const EnvironmentContext = createContext<Environment | null>(null)

export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext)
  if (!environment) throw new Error('no environment was provided')
  return environment
}

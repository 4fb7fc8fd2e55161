import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'

const schemaShape = v.looseObject({})
const contentShape = v.record(v.string(), v.object({ schema: schemaShape }))
/** The parts of the OpenAPI 3.1 specification that this description uses. */
const descriptionShape = v.object({
  openapi: v.pipe(v.string(), v.regex(/^3\.1\.\d+$/)),
  info: v.object({ title: v.string(), version: v.string(), description: v.string() }),
  servers: v.array(v.object({ url: v.string() })),
  paths: v.record(
    v.pipe(v.string(), v.startsWith('/')),
    v.record(
      v.picklist(['get', 'post']),
      v.strictObject({
        operationId: v.string(),
        tags: v.array(v.string()),
        security: v.array(v.record(v.string(), v.array(v.string()))),
        parameters: v.optional(
          v.array(
            v.strictObject({
              name: v.string(),
              in: v.picklist(['path', 'query']),
              required: v.boolean(),
              schema: schemaShape,
            }),
          ),
        ),
        requestBody: v.optional(v.strictObject({ required: v.literal(true), content: contentShape })),
        responses: v.record(
          v.pipe(v.string(), v.regex(/^[2-5]\d\d$/)),
          v.strictObject({ description: v.pipe(v.string(), v.minLength(1)), content: contentShape }),
        ),
      }),
    ),
  ),
  components: v.object({
    securitySchemes: v.record(v.string(), v.object({ type: v.literal('http'), scheme: v.literal('bearer') })),
    schemas: v.record(v.string(), schemaShape),
  }),
})

let server: TestServer
let description: v.InferOutput<typeof descriptionShape>
beforeAll(async () => {
  server = await startTestServer()
  const response = await fetch(`${server.url}/v1/openapi.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  description = v.parse(descriptionShape, await response.json())
})
afterAll(() => server.stop())

const operationOf = (endpoint: Endpoint) =>
  description.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method === 'GET' ? 'get' : 'post']

describe('the description of the API', () => {
  test('has every endpoint of the contract and no other', () => {
    const described = Object.values(description.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    )
    expect(described.sort()).toEqual(Object.keys(endpoints).sort())
  })

  test.each(Object.entries<Endpoint>(endpoints))(
    '%s has its input, its refusals and its lock',
    (_, endpoint) => {
      const operation = operationOf(endpoint)
      if (endpoint.method === 'GET') expect(operation?.parameters).toBeDefined()
      else expect(operation?.requestBody?.content['application/json']?.schema['type']).toBe('object')
      expect(operation?.security.length === 0).toBe(endpoint.access === 'public')
      const descriptions = Object.values(operation?.responses ?? {}).map((response) => response.description)
      for (const code of endpoint.refusals) expect(descriptions.join(', ')).toContain(code)
    },
  )

  test('every variable of a path is a required parameter of it', () => {
    for (const [path, operations] of Object.entries(description.paths)) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const operation of Object.values(operations)) {
        const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
        expect(inPath.map((parameter) => parameter.name)).toEqual(variables)
        expect(inPath.every((parameter) => parameter.required)).toBe(true)
      }
    }
  })

  test('every reference inside leads somewhere', () => {
    const text = JSON.stringify(description)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(description.components.schemas)).toContain(name)
    }
    expect(text.replaceAll(/"\$ref":"#\/components\/schemas\/\w+"/g, '')).not.toContain('$ref')
  })

  test('what travels is described, not what we make of it: money is a number, moments are texts', () => {
    const schema = operationOf(endpoints['auth.login'])?.requestBody?.content['application/json']?.schema
    expect(schema).toMatchObject({
      required: ['username', 'password', 'deviceId'],
      properties: { deviceId: { type: 'string', format: 'uuid' }, password: { maxLength: 128 } },
    })
  })
})

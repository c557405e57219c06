import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FILE = join(import.meta.dirname, '../../../docker-compose.yml');

/** The image of a server in docker-compose.yml: tests run on the one that operators get. */
export function composeImage(service: 'postgres' | 'eventstore'): string {
  const compose = parse(readFileSync(FILE, 'utf8')) as { services: Record<string, { image: string }> };
  const image = compose.services[service]?.image;
  if (!image) throw new Error(`docker-compose.yml has no image of ${service}`);
  return image;
}

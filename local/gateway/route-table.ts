// Finds the operation of a method and path. As in API Gateway, a literal segment takes precedence over a
// parameter, and a parameter over a greedy one.

export interface RouteMatch<T> {
  readonly target: T;
  /** As the caller has encoded them, which API Gateway passes on. */
  readonly pathParameters: Record<string, string>;
}

interface RouteChild<T> {
  readonly name: string;
  readonly node: RouteNode<T>;
}

interface RouteNode<T> {
  readonly literals: Map<string, RouteNode<T>>;
  parameter?: RouteChild<T>;
  greedy?: RouteChild<T>;
  readonly targets: Map<string, T>;
}

interface PathSegment {
  readonly sent: string;
  readonly decoded: string;
}

interface FoundRoute<T> {
  readonly node: RouteNode<T>;
  readonly parameters: [string, string][];
}

// What ANY stands for; API Gateway has no other methods, so TRACE finds nothing.
const ANY_METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']);

export class RouteTable<T> {
  readonly #root: RouteNode<T> = buildNode();

  add(method: string, path: string, target: T) {
    const node = splitSegments(path).reduce(
      (parent, segment) => findOrAddChild(parent, segment, path),
      this.#root,
    );
    node.targets.set(method, target);
  }

  /** Throws a URIError on malformed percent-encoding. */
  find(method: string, path: string): RouteMatch<T> | undefined {
    const found = searchNode(this.#root, splitSegments(path).map(readSegment));
    const any = ANY_METHODS.has(method) ? found?.node.targets.get('ANY') : undefined;
    const target = found?.node.targets.get(method) ?? any;
    if (!found || target === undefined) return undefined;
    return { target, pathParameters: Object.fromEntries(found.parameters) };
  }

  targets(): T[] {
    return listTargets(this.#root);
  }
}

function buildNode<T>(): RouteNode<T> {
  return { literals: new Map(), targets: new Map() };
}

// API Gateway ignores a slash at the end.
function splitSegments(path: string): string[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}

function findOrAddChild<T>(parent: RouteNode<T>, segment: string, path: string): RouteNode<T> {
  const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(segment) ?? [];
  if (name === undefined) {
    const node = parent.literals.get(segment) ?? buildNode();
    parent.literals.set(segment, node);
    return node;
  }
  const kind = plus ? 'greedy' : 'parameter';
  const child = (parent[kind] ??= { name, node: buildNode() });
  if (child.name === name) return child.node;
  throw new Error(`${path} names a parameter ${name} that another path names ${child.name}.`);
}

function readSegment(sent: string): PathSegment {
  return { sent, decoded: decodeURIComponent(sent) };
}

function searchNode<T>(node: RouteNode<T>, segments: PathSegment[]): FoundRoute<T> | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.targets.size > 0 ? { node, parameters: [] } : undefined;
  const literal = node.literals.get(segment.decoded);
  const found = literal && searchNode(literal, rest);
  if (found) return found;
  if (node.parameter && segment.sent !== '') {
    const deeper = searchNode(node.parameter.node, rest);
    if (deeper) return addParameter(deeper, node.parameter.name, segment.sent);
  }
  if (!node.greedy) return undefined;
  return addParameter(
    { node: node.greedy.node, parameters: [] },
    node.greedy.name,
    segments.map(({ sent }) => sent).join('/'),
  );
}

function addParameter<T>(
  { node, parameters }: FoundRoute<T>,
  name: string,
  value: string,
): FoundRoute<T> {
  return { node, parameters: [[name, value], ...parameters] };
}

function listTargets<T>(node: RouteNode<T>): T[] {
  const children = [...node.literals.values(), node.parameter?.node, node.greedy?.node];
  return [
    ...node.targets.values(),
    ...children.filter((child) => child !== undefined).flatMap(listTargets),
  ];
}

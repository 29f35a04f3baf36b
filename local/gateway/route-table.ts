// Finds the operation for a method and a path as API Gateway does: a literal segment wins over
// a parameter, and a parameter over a greedy one.

export type RouteMatch<T> = {
  target: T;
  /** Decoded. */
  pathParameters: Record<string, string>;
};

type Child<T> = { name: string; node: Node<T> };

type Node<T> = {
  literals: Map<string, Node<T>>;
  parameter?: Child<T>;
  greedy?: Child<T>;
  targets: Map<string, T>;
};

type Found<T> = { node: Node<T>; parameters: [string, string][] };

export class RouteTable<T> {
  readonly #root: Node<T> = emptyNode();

  add(method: string, path: string, target: T) {
    const node = segmentsOf(path).reduce(
      (parent, segment) => descend(parent, segment, path),
      this.#root,
    );
    node.targets.set(method, target);
  }

  /** Throws a URIError on malformed percent-encoding. */
  find(method: string, path: string): RouteMatch<T> | undefined {
    const found = search(this.#root, segmentsOf(path).map(decodeURIComponent));
    const target = found?.node.targets.get(method) ?? found?.node.targets.get('ANY');
    if (!found || target === undefined) return undefined;
    return { target, pathParameters: Object.fromEntries(found.parameters) };
  }

  targets(): T[] {
    return targetsIn(this.#root);
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), targets: new Map() };
}

// A slash at the end makes no difference.
function segmentsOf(path: string): string[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}

function descend<T>(parent: Node<T>, segment: string, path: string): Node<T> {
  const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(segment) ?? [];
  if (name === undefined) {
    const node = parent.literals.get(segment) ?? emptyNode();
    parent.literals.set(segment, node);
    return node;
  }
  const kind = plus ? 'greedy' : 'parameter';
  const child = (parent[kind] ??= { name, node: emptyNode() });
  if (child.name === name) return child.node;
  throw new Error(`${path} calls a segment ${name} that another path calls ${child.name}.`);
}

function search<T>(node: Node<T>, segments: string[]): Found<T> | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.targets.size > 0 ? { node, parameters: [] } : undefined;
  const literal = node.literals.get(segment);
  const found = literal && search(literal, rest);
  if (found) return found;
  if (node.parameter && segment !== '') {
    const deeper = search(node.parameter.node, rest);
    if (deeper) return withParameter(deeper, node.parameter.name, segment);
  }
  if (!node.greedy) return undefined;
  return withParameter(
    { node: node.greedy.node, parameters: [] },
    node.greedy.name,
    segments.join('/'),
  );
}

function withParameter<T>({ node, parameters }: Found<T>, name: string, value: string): Found<T> {
  return { node, parameters: [[name, value], ...parameters] };
}

function targetsIn<T>(node: Node<T>): T[] {
  const children = [...node.literals.values(), node.parameter?.node, node.greedy?.node];
  return [
    ...node.targets.values(),
    ...children.filter((child) => child !== undefined).flatMap(targetsIn),
  ];
}

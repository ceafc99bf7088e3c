// Shows /openapi.json as a page, with nothing fetched from elsewhere.

const make = (tag, text = "", className = "") => {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
};

/** A paragraph in which text between backticks is code. */
const prose = (text) => {
  const paragraph = make("p");
  paragraph.append(...text.split("`").map((part, index) => (index % 2 ? make("code", part) : part)));
  return paragraph;
};

const resolve = (description, schema) => {
  const name = schema?.$ref?.split("/").pop();
  return name ? description.components.schemas[name] : schema;
};

/** An example value for a schema: its own example or default, or one put together from its parts. */
function example(description, given, depth = 0) {
  const schema = resolve(description, given) ?? {};
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return example(description, choices[0], depth);
  if (schema.type === "object" && depth < 3) {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, example(description, value, depth + 1)]));
  }
  return { string: "", integer: 0, number: 0, boolean: false, array: [] }[schema.type] ?? null;
}

function fieldsList(description, schema) {
  const list = make("ul");
  for (const [name, field] of Object.entries(resolve(description, schema)?.properties ?? {})) {
    const item = make("li");
    const allowed = resolve(description, field)?.enum ?? field.anyOf?.find((choice) => choice.enum)?.enum;
    item.append(make("code", name));
    const notes = [field.description, allowed && `one of ${allowed.join(", ")}`].filter(Boolean).join("; ");
    if (notes) item.append(` – ${notes}`);
    list.append(item);
  }
  return list;
}

function curlExample(description, path, operation) {
  const content = operation.requestBody?.content ?? {};
  const address = location.origin + path;
  if (content["multipart/form-data"]) return `curl -F image=@photo.jpg '${address}?overlay=false'`;
  if (!content["application/json"]) return `curl ${address}`;
  const required = resolve(description, content["application/json"].schema);
  const body = Object.fromEntries(
    Object.entries(required.properties)
      .filter(([name]) => required.required?.includes(name))
      .map(([name, schema]) => [name, example(description, schema)]),
  );
  return `curl -H 'content-type: application/json' -d '${JSON.stringify(body)}' ${address}`;
}

function operationSection(description, path, method, operation) {
  const section = make("section");
  const heading = make("h2");
  heading.append(make("span", method.toUpperCase(), "method"), ` ${path}`);
  section.append(heading, prose(operation.description ?? operation.summary ?? ""));
  section.append(make("h3", "Example"), make("pre", curlExample(description, path, operation)));
  const sent = operation.requestBody?.content?.["application/json"]?.schema;
  if (sent) section.append(make("h3", "Fields"), fieldsList(description, sent));
  if (operation.parameters) {
    const list = make("ul");
    for (const { name, schema } of operation.parameters) {
      const allowed = schema.enum ?? schema.anyOf?.find((choice) => choice.enum)?.enum ?? [schema.type];
      const item = make("li");
      item.append(make("code", name), ` – ${allowed.join(", ")}`);
      list.append(item);
    }
    section.append(make("h3", "In the address"), list);
  }
  const answer = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  if (answer?.$ref) {
    const details = make("details");
    details.append(make("summary", "Answer"), fieldsList(description, answer));
    section.append(details);
  }
  const problems = Object.keys(operation.responses ?? {}).filter((status) => status !== "200");
  if (problems.length) section.append(make("p", `Problems: ${problems.join(", ")}`));
  return section;
}

async function show() {
  try {
    const answer = await fetch("/openapi.json");
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
    const description = await answer.json();
    document.querySelector("#about").replaceWith(prose(description.info.description));
    const sections = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => operationSection(description, path, method, operation)),
    );
    document.querySelector("#operations").append(...sections);
  } catch (fault) {
    document.querySelector("#failure").textContent = `The description could not be loaded: ${fault.message}.`;
  }
}

show();

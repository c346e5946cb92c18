CREATE TABLE "origin_inputs" (
	"origin_id" text NOT NULL,
	"input" text NOT NULL,
	"source_map_id" text,
	"source_layer_id" text,
	"source_path" text,
	"source_reference" text,
	"source_name" text NOT NULL,
	"version" bigint,
	"features" integer[],
	CONSTRAINT "origin_inputs_origin_id_input_pk" PRIMARY KEY("origin_id","input")
);
--> statement-breakpoint
CREATE TABLE "origins" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"layer_id" text,
	"path" text,
	"content" bigint,
	"kind" text NOT NULL,
	"doer" text NOT NULL,
	"version" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"author_id" text,
	"operation_id" text,
	"notebook_id" text,
	"block_id" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "origin_inputs" ADD CONSTRAINT "origin_inputs_origin_id_origins_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."origins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "origins" ADD CONSTRAINT "origins_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "origins" ADD CONSTRAINT "origins_layer_id_layers_id_fk" FOREIGN KEY ("layer_id") REFERENCES "public"."layers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "origins" ADD CONSTRAINT "origins_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "origin_inputs_layer" ON "origin_inputs" USING btree ("source_layer_id");--> statement-breakpoint
CREATE INDEX "origin_inputs_path" ON "origin_inputs" USING btree ("source_path");--> statement-breakpoint
CREATE UNIQUE INDEX "origins_layer" ON "origins" USING btree ("layer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "origins_file" ON "origins" USING btree ("project_id","path");--> statement-breakpoint
CREATE INDEX "origins_notebook" ON "origins" USING btree ("notebook_id");
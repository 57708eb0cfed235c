package ordinaryjson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.Serializers;
import java.io.IOException;

/** Lets a mapper read and write generated classes as {@link OrdinaryJson} does. */
final class GeneratedClasses extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.addDeserializers(new AllDeserializers());
    context.addSerializers(new AllSerializers());
  }

  private static final class AllDeserializers extends Deserializers.Base {
    @Override
    public JsonDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription description) {
      Class<?> raw = type.getRawClass();
      return RecordCodec.isGenerated(raw) ? new Reader(raw) : null;
    }
  }

  private static final class AllSerializers extends Serializers.Base {
    @Override
    public JsonSerializer<?> findSerializer(
        SerializationConfig config, JavaType type, BeanDescription description) {
      return RecordCodec.isGenerated(type.getRawClass()) ? new Writer() : null;
    }
  }

  private static final class Reader extends JsonDeserializer<Object> {
    private final Class<?> type;

    Reader(Class<?> type) {
      this.type = type;
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      try {
        return OrdinaryJson.read(Trees.read(in, Path.ROOT), type);
      } catch (IllegalArgumentException problem) {
        throw JsonMappingException.from(in, problem.getMessage(), problem);
      }
    }

    @Override
    public Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer types) throws IOException {
      return deserialize(in, context);
    }
  }

  private static final class Writer extends JsonSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      OrdinaryJson.write(value, out);
    }

    @Override
    public void serializeWithType(
        Object value, JsonGenerator out, SerializerProvider provider, TypeSerializer types)
        throws IOException {
      // The declared type is not known here, so that the text names the class in any case.
      PartCodec.writeNamed(value, RecordCodec.uriOf(value.getClass()), out);
    }
  }
}
